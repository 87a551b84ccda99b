package deploy

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// manifests is the folder of what is checked.
const manifests = "../../deploy/"

// A cluster is what kustomize builds, by kind; each kind occurs at most once.
type cluster struct {
	Deployment              *appsv1.Deployment
	Service                 *corev1.Service
	HorizontalPodAutoscaler *autoscalingv2.HorizontalPodAutoscaler
	PodDisruptionBudget     *policyv1.PodDisruptionBudget
	NetworkPolicy           *networkingv1.NetworkPolicy
	PodMonitor              *monitoringv1.PodMonitor
	PersistentVolumeClaim   *corev1.PersistentVolumeClaim
	ConfigMap               *corev1.ConfigMap
}

// build builds a folder with some of its components, as `kustomize build` does.
func build(t *testing.T, folder string, components ...string) (c cluster) {
	t.Helper()
	text := "resources: [../" + manifests + folder + "]\ncomponents:\n"
	for _, component := range components {
		text += "  - ../" + manifests + folder + "/components/" + component + "\n"
	}
	return buildFiles(t, map[string]string{"kustomization.yaml": text})
}

// buildFiles builds a folder of these files. Its kustomization can have the manifests, as "../" + manifests.
func buildFiles(t *testing.T, files map[string]string) (c cluster) {
	t.Helper()
	// kustomize takes components from a kustomization only, which must be on disk, with relative paths.
	overlay, err := os.MkdirTemp(".", "overlay")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(overlay) })
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(overlay, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), overlay)
	if err != nil {
		t.Fatalf("%v, of\n%s", err, files["kustomization.yaml"])
	}
	for _, r := range resources.Resources() {
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		c.add(t, r.GetApiVersion()+" "+r.GetKind(), text)
	}
	return c
}

func (c *cluster) add(t *testing.T, kind string, text []byte) {
	t.Helper()
	switch kind {
	case "apps/v1 Deployment":
		c.Deployment = decode[appsv1.Deployment](t, kind, text)
	case "v1 Service":
		c.Service = decode[corev1.Service](t, kind, text)
	case "autoscaling/v2 HorizontalPodAutoscaler":
		c.HorizontalPodAutoscaler = decode[autoscalingv2.HorizontalPodAutoscaler](t, kind, text)
	case "policy/v1 PodDisruptionBudget":
		c.PodDisruptionBudget = decode[policyv1.PodDisruptionBudget](t, kind, text)
	case "networking.k8s.io/v1 NetworkPolicy":
		c.NetworkPolicy = decode[networkingv1.NetworkPolicy](t, kind, text)
	case "monitoring.coreos.com/v1 PodMonitor":
		c.PodMonitor = decode[monitoringv1.PodMonitor](t, kind, text)
	case "v1 PersistentVolumeClaim":
		c.PersistentVolumeClaim = decode[corev1.PersistentVolumeClaim](t, kind, text)
	case "v1 ConfigMap":
		c.ConfigMap = decode[corev1.ConfigMap](t, kind, text)
	default:
		t.Errorf("a resource of the kind %s, which this test doesn't know", kind)
	}
}

// decode reads a manifest; a field that its type doesn't have is an error.
func decode[T any](t *testing.T, name string, text []byte) *T {
	t.Helper()
	text, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	object := new(T)
	strict, err := json.UnmarshalStrict(text, object)
	if err := errors.Join(append(strict, err)...); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return object
}

// allComponents are the folders of components.
func allComponents(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(manifests + "kubernetes/components")
	if err != nil || len(entries) == 0 {
		t.Fatalf("components: %v, %v", entries, err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestEveryCombination builds the manifests with every set of components. What selects pods
// finds those of the Deployment, every port that is named is one of the container's, and the
// server accepts its arguments.
func TestEveryCombination(t *testing.T) {
	names := allComponents(t)
	accepted := map[string]bool{} // arguments that the server was asked about
	for set := range 1 << len(names) {
		var components []string
		for i, name := range names {
			if set>>i&1 == 1 {
				components = append(components, name)
			}
		}
		t.Run(fmt.Sprint(components), func(t *testing.T) {
			c := build(t, "kubernetes", components...)
			checkSelectors(t, c)
			checkPorts(t, c)
			container := c.Deployment.Spec.Template.Spec.Containers[0]
			if arguments := strings.Join(container.Args, " "); !accepted[arguments] {
				accepted[arguments] = true
				checkTimes(t, c.Deployment.Spec.Template.Spec)
			}
		})
	}
}

func checkSelectors(t *testing.T, c cluster) {
	t.Helper()
	pod := c.Deployment.Spec.Template
	selectors := map[string]*metav1.LabelSelector{
		"deployment":    c.Deployment.Spec.Selector,
		"spread":        pod.Spec.TopologySpreadConstraints[0].LabelSelector,
		"service":       {MatchLabels: c.Service.Spec.Selector},
		"budget":        c.PodDisruptionBudget.Spec.Selector,
		"networkpolicy": &c.NetworkPolicy.Spec.PodSelector,
	}
	if c.PodMonitor != nil {
		selectors["podmonitor"] = &c.PodMonitor.Spec.Selector
	}
	for name, selector := range selectors {
		s, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil || s.Empty() || !s.Matches(labels(pod.Labels)) {
			t.Errorf("%s selects %v, %v", name, selector, err)
		}
	}
	target := c.HorizontalPodAutoscaler.Spec.ScaleTargetRef
	if target.Kind != "Deployment" || target.Name != c.Deployment.Name {
		t.Errorf("the autoscaler's target is %v", target)
	}
}

type labels map[string]string

func (l labels) Has(label string) bool              { _, ok := l[label]; return ok }
func (l labels) Get(label string) string            { return l[label] }
func (l labels) Lookup(label string) (string, bool) { value, ok := l[label]; return value, ok }

func checkPorts(t *testing.T, c cluster) {
	t.Helper()
	container := c.Deployment.Spec.Template.Spec.Containers[0]
	names := []string{}
	for _, port := range container.Ports {
		names = append(names, port.Name)
	}
	var used []string
	if socket := container.LivenessProbe.TCPSocket; socket != nil {
		used = append(used, socket.Port.StrVal)
	}
	for _, port := range c.Service.Spec.Ports {
		used = append(used, port.TargetPort.StrVal)
	}
	for _, rule := range c.NetworkPolicy.Spec.Ingress {
		for _, port := range rule.Ports {
			if port.Port.StrVal != "" { // others are those of a mesh's proxies
				used = append(used, port.Port.StrVal)
			}
		}
	}
	if c.PodMonitor != nil {
		for _, endpoint := range c.PodMonitor.Spec.PodMetricsEndpoints {
			used = append(used, *endpoint.Port)
		}
	}
	for _, name := range used {
		if !slices.Contains(names, name) {
			t.Errorf("no port %q among %q", name, names)
		}
	}
}

// checkTimes asks the server what it makes of its arguments.
func checkTimes(t *testing.T, pod corev1.PodSpec) {
	t.Helper()
	effective := checkConfig(t, pod.Containers[0])
	grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
	if least := effective.DrainDelay.Duration + effective.ShutdownTimeout.Duration; least == 0 || grace <= least {
		t.Errorf("the server may take %v to stop, and has %v", least, grace)
	}
}

// TestScalesWithoutAnAdapter: Kubernetes doesn't scale down while a metric can't be fetched.
func TestScalesWithoutAnAdapter(t *testing.T) {
	for _, metric := range build(t, "kubernetes").HorizontalPodAutoscaler.Spec.Metrics {
		if metric.Type != autoscalingv2.ResourceMetricSourceType {
			t.Errorf("a metric of the type %s needs an adapter", metric.Type)
		}
	}
	metrics := build(t, "kubernetes", "custom-metrics").HorizontalPodAutoscaler.Spec.Metrics
	if len(metrics) != 2 || metrics[1].Pods == nil {
		t.Fatalf("the component makes the metrics %v", metrics)
	}
	rule, err := os.ReadFile(manifests + "kubernetes/components/custom-metrics/adapter-values.yaml")
	if err != nil || !strings.Contains(string(rule), "seriesQuery: '"+metrics[1].Pods.Metric.Name+"{") {
		t.Errorf("the adapter's rule doesn't find %s: %v", metrics[1].Pods.Metric.Name, err)
	}
}

// TestMesh: clients balance by themselves without a mesh, and its proxies do with one, for
// which the Service needs an address. The proxies reach their control plane, and its names.
func TestMesh(t *testing.T) {
	plain, mesh := build(t, "kubernetes"), build(t, "kubernetes", "mesh")
	if plain.Service.Spec.ClusterIP != corev1.ClusterIPNone || len(plain.NetworkPolicy.Spec.Egress) != 0 {
		t.Errorf("without a mesh: %v, %v", plain.Service.Spec, plain.NetworkPolicy.Spec.Egress)
	}
	if mesh.Service.Spec.ClusterIP != "" {
		t.Errorf("the Service is headless: %v", mesh.Service.Spec)
	}
	if protocol := mesh.Service.Spec.Ports[0].AppProtocol; protocol == nil || *protocol != "kubernetes.io/h2c" {
		t.Errorf("the application's protocol is %v", protocol)
	}
	if len(mesh.NetworkPolicy.Spec.Egress) != 2 {
		t.Errorf("its proxies may reach %v", mesh.NetworkPolicy.Spec.Egress)
	}
}

// TestTLS: the probes speak TLS as soon as the server does, and meshes and gateways know it.
func TestTLS(t *testing.T) {
	c := build(t, "kubernetes", "tls")
	container := c.Deployment.Spec.Template.Spec.Containers[0]
	for name, probe := range map[string]*corev1.Probe{
		"startup": container.StartupProbe, "readiness": container.ReadinessProbe, "liveness": container.LivenessProbe,
	} {
		if probe.Exec == nil || !slices.Contains(probe.Exec.Command, "--tls") || probe.TCPSocket != nil || probe.GRPC != nil {
			t.Errorf("%s: %v", name, probe)
			continue
		}
		command := append([]string{"run", "./cmd/toolparser"}, probe.Exec.Command[1:]...)
		if text, err := runInRoot(append(command, "--help")...); err != nil {
			t.Errorf("%s: %v: %s", name, err, text)
		}
	}
	if protocol := *c.Service.Spec.Ports[0].AppProtocol; protocol != "https" {
		t.Errorf("the application's protocol is %s", protocol)
	}
}

// documented are the kustomizations of docs/run/cluster.md, with the manifests of this checkout.
func documented(t *testing.T) (texts []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/run/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^( *)```yaml\n *# kustomization.yaml\n(.*?)^ *```$").FindAllStringSubmatch(string(page), -1) {
		text := strings.ReplaceAll("\n"+m[2], "\n"+m[1], "\n")
		texts = append(texts, strings.ReplaceAll(text, "toolparser/deploy/", "../"+manifests))
	}
	return texts
}

// TestDocumentedKustomizations: they build what their text says.
func TestDocumentedKustomizations(t *testing.T) {
	texts := documented(t)
	if len(texts) != 6 {
		t.Fatalf("%d kustomizations", len(texts))
	}
	files := map[string]string{"toolparser.yaml": "max-calls: 100\n", "cedar.txtpb": "name: \"cedar\"\n"}
	var built []cluster
	for _, text := range texts {
		files["kustomization.yaml"] = text
		built = append(built, buildFiles(t, files))
	}
	teams, scraped, monitored, withFiles := built[2], built[3], built[4], built[5]
	tls, mounted := built[1].Deployment, withFiles.Deployment.Spec.Template.Spec
	callers := teams.NetworkPolicy.Spec.Ingress[0]
	if from := callers.From; callers.Ports[0].Port.StrVal != "grpc" || len(from) != 2 || from[0].NamespaceSelector != nil ||
		!slices.Equal(from[1].NamespaceSelector.MatchExpressions[0].Values, []string{"team-a", "team-b"}) ||
		from[1].PodSelector.MatchLabels["toolparser.io/client"] != "true" {
		t.Errorf("callers are from %v", from)
	}
	for _, rule := range scraped.NetworkPolicy.Spec.Ingress {
		if rule.Ports[0].Port.StrVal == "metrics" && rule.From[0].NamespaceSelector.MatchLabels["kubernetes.io/metadata.name"] != "observability" {
			t.Errorf("metrics are for %v", rule.From)
		}
	}
	if args := monitored.Deployment.Spec.Template.Spec.Containers[0].Args; monitored.PodMonitor.Namespace != "tools" || !slices.Contains(args, "--tls-key=/etc/toolparser/tls/tls.key") {
		t.Errorf("the PodMonitor is in the namespace %q, and the arguments are %q", monitored.PodMonitor.Namespace, args)
	}
	if image := tls.Spec.Template.Spec.Containers[0].Image; tls.Namespace != "tools" || image != "registry.example/toolparser:1" {
		t.Errorf("namespace %q, image %q", tls.Namespace, image)
	}
	if !slices.Contains(tls.Spec.Template.Spec.Containers[0].Args, "--tokens=/etc/toolparser/tokens/tokens") {
		t.Errorf("the arguments are %q", tls.Spec.Template.Spec.Containers[0].Args)
	}
	container := mounted.Containers[0]
	if volume := mounted.Volumes[0].ConfigMap; volume == nil || volume.Name != withFiles.ConfigMap.Name || container.VolumeMounts[0].Name != mounted.Volumes[0].Name {
		t.Errorf("volumes %v, mounts %v, config map %s", mounted.Volumes, container.VolumeMounts, withFiles.ConfigMap.Name)
	}
	for _, variable := range container.Env {
		if _, ok := withFiles.ConfigMap.Data[strings.TrimPrefix(variable.Value, container.VolumeMounts[0].MountPath+"/")]; !ok {
			t.Errorf("%s: %s isn't mounted", variable.Name, variable.Value)
		}
	}
	if len(container.Env) != 2 {
		t.Errorf("variables %v", container.Env)
	}
}

// TestTheSidecarsSocket is the one that vLLM looks for, on a volume that both mount.
func TestTheSidecarsSocket(t *testing.T) {
	c := build(t, "vllm")
	pod := c.Deployment.Spec.Template.Spec
	sidecar, vllm := pod.InitContainers[0], pod.Containers[0]
	listen := checkConfig(t, sidecar).Listen
	if *sidecar.RestartPolicy != corev1.ContainerRestartPolicyAlways {
		t.Error("it is no sidecar: it must restart")
	}
	socket := vllm.Env[0].Value
	if len(listen) != 1 || socket != listen[0] || !slices.Contains(sidecar.StartupProbe.Exec.Command, socket) {
		t.Errorf("it listens on %q; vLLM looks at %v, the probe at %q", listen, vllm.Env, sidecar.StartupProbe.Exec.Command)
	}
	if !slices.Contains(vllm.VolumeMounts, sidecar.VolumeMounts[0]) {
		t.Errorf("the mounts %v and %v", sidecar.VolumeMounts, vllm.VolumeMounts)
	}
	volumes := map[string]corev1.Volume{}
	for _, volume := range pod.Volumes {
		volumes[volume.Name] = volume
	}
	for _, mount := range vllm.VolumeMounts {
		if _, ok := volumes[mount.Name]; !ok {
			t.Errorf("no volume %s", mount.Name)
		}
	}
	if claim := volumes["cache"].PersistentVolumeClaim; claim == nil || claim.ClaimName != c.PersistentVolumeClaim.Name {
		t.Errorf("the cache is %v", volumes["cache"])
	}
	if gpus := vllm.Resources.Limits["nvidia.com/gpu"]; gpus.Value() != 1 {
		t.Errorf("it has %v GPUs", gpus)
	}
	if !slices.ContainsFunc(vllm.Ports, func(p corev1.ContainerPort) bool { return p.Name == c.Service.Spec.Ports[0].TargetPort.StrVal }) {
		t.Errorf("the Service's port is %v", c.Service.Spec.Ports)
	}
}

// TestPodsAreConfined: no root, no privileges, nothing to write to.
func TestPodsAreConfined(t *testing.T) {
	pod := build(t, "kubernetes", allComponents(t)...).Deployment.Spec.Template.Spec
	container := pod.Containers[0].SecurityContext
	if !*pod.SecurityContext.RunAsNonRoot || *pod.SecurityContext.RunAsUser == 0 || *pod.AutomountServiceAccountToken ||
		*container.AllowPrivilegeEscalation || !*container.ReadOnlyRootFilesystem ||
		!slices.Equal(container.Capabilities.Drop, []corev1.Capability{"ALL"}) {
		t.Errorf("pod %v, container %v", pod.SecurityContext, container)
	}
	if pod.Containers[0].Resources.Limits.Memory().IsZero() {
		t.Error("no limit on memory, and so no GOMEMLIMIT")
	}
}

// TestKustomizationsNameAllFiles: a manifest that no kustomization names is never applied.
func TestKustomizationsNameAllFiles(t *testing.T) {
	files, err := filepath.Glob(manifests + "*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		folder, name := filepath.Split(file)
		if filepath.Base(folder) == "envoy" { // Envoy's own configuration
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, "kustomization.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if name != "kustomization.yaml" && !strings.Contains(string(text), "- "+name+"\n") {
			t.Errorf("%s isn't among the resources", file)
		}
	}
}

// settings are some of those that the server prints.
type settings struct {
	Listen          []string        `json:"listen"`
	DrainDelay      metav1.Duration `json:"drain-delay"`
	ShutdownTimeout metav1.Duration `json:"shutdown-timeout"`
}

// checkConfig returns what the server makes of a container's arguments. Files in /etc are those
// of the cluster, which aren't here.
func checkConfig(t *testing.T, container corev1.Container) (effective settings) {
	t.Helper()
	args := []string{"run", "./cmd/toolparser"}
	for _, arg := range container.Args {
		if !strings.Contains(arg, "=/etc/") {
			args = append(args, arg)
		}
	}
	text, err := runInRoot(append(args, "--check-config")...)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if err := yaml.Unmarshal(text, &effective); err != nil {
		t.Fatal(err)
	}
	return effective
}

// runInRoot runs go in the root of the repository.
func runInRoot(args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir = "../.."
	return c.CombinedOutput()
}
