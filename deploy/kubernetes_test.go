package deploy

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// decode reads a manifest; a field that its type doesn't have is an error.
func decode[T any](t *testing.T, name, apiVersion, kind string) T {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err = yaml.YAMLToJSONStrict(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var object T
	strict, err := json.UnmarshalStrict(text, &object)
	if err := errors.Join(append(strict, err)...); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var meta metav1.TypeMeta
	if err := yaml.Unmarshal(text, &meta); err != nil || meta.APIVersion != apiVersion || meta.Kind != kind {
		t.Errorf("%s: it is %s %s, not %s %s: %v", name, meta.APIVersion, meta.Kind, apiVersion, kind, err)
	}
	return object
}

func deployment(t *testing.T) appsv1.Deployment {
	return decode[appsv1.Deployment](t, "kubernetes/deployment.yaml", "apps/v1", "Deployment")
}

// TestSelectorsFindThePods has everything that selects pods find those of the deployment.
func TestSelectorsFindThePods(t *testing.T) {
	d := deployment(t)
	selectors := map[string]*metav1.LabelSelector{
		"deployment":    d.Spec.Selector,
		"spread":        d.Spec.Template.Spec.TopologySpreadConstraints[0].LabelSelector,
		"service":       {MatchLabels: decode[corev1.Service](t, "kubernetes/service.yaml", "v1", "Service").Spec.Selector},
		"budget":        decode[policyv1.PodDisruptionBudget](t, "kubernetes/pdb.yaml", "policy/v1", "PodDisruptionBudget").Spec.Selector,
		"networkpolicy": new(decode[networkingv1.NetworkPolicy](t, "kubernetes/networkpolicy.yaml", "networking.k8s.io/v1", "NetworkPolicy").Spec.PodSelector),
	}
	for name, selector := range selectors {
		s, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil || s.Empty() || !s.Matches(labels(d.Spec.Template.Labels)) {
			t.Errorf("%s selects %v, %v", name, selector, err)
		}
	}
	target := decode[autoscalingv2.HorizontalPodAutoscaler](t, "kubernetes/hpa.yaml", "autoscaling/v2", "HorizontalPodAutoscaler").Spec.ScaleTargetRef
	if target.Kind != "Deployment" || target.Name != d.Name {
		t.Errorf("the autoscaler's target is %v", target)
	}
}

type labels map[string]string

func (l labels) Has(label string) bool              { _, ok := l[label]; return ok }
func (l labels) Get(label string) string            { return l[label] }
func (l labels) Lookup(label string) (string, bool) { value, ok := l[label]; return value, ok }

// TestPortsExist has every port that is named be one of the container's.
func TestPortsExist(t *testing.T) {
	container := deployment(t).Spec.Template.Spec.Containers[0]
	names := []string{}
	for _, port := range container.Ports {
		names = append(names, port.Name)
	}
	used := []string{container.LivenessProbe.TCPSocket.Port.StrVal}
	for _, port := range decode[corev1.Service](t, "kubernetes/service.yaml", "v1", "Service").Spec.Ports {
		used = append(used, port.TargetPort.StrVal)
	}
	for _, rule := range decode[networkingv1.NetworkPolicy](t, "kubernetes/networkpolicy.yaml", "networking.k8s.io/v1", "NetworkPolicy").Spec.Ingress {
		for _, port := range rule.Ports {
			used = append(used, port.Port.StrVal)
		}
	}
	for _, name := range used {
		if !slices.Contains(names, name) {
			t.Errorf("no port %q among %q", name, names)
		}
	}
}

// TestTheServerTakesItsArguments asks the server itself.
func TestTheServerTakesItsArguments(t *testing.T) {
	spec := deployment(t).Spec.Template.Spec
	effective := checkConfig(t, spec.Containers[0])
	grace := time.Duration(*spec.TerminationGracePeriodSeconds) * time.Second
	if least := effective.DrainDelay.Duration + effective.ShutdownTimeout.Duration; least == 0 || grace <= least {
		t.Errorf("the server may take %v to stop, and has %v", least, grace)
	}
}

// TestTheSidecarsSocket is the one that vLLM looks for, on a volume that both mount.
func TestTheSidecarsSocket(t *testing.T) {
	pod := decode[corev1.Pod](t, "vllm/pod.yaml", "v1", "Pod").Spec
	sidecar, vllm := pod.InitContainers[0], pod.Containers[0]
	listen := checkConfig(t, sidecar).Listen
	if *sidecar.RestartPolicy != corev1.ContainerRestartPolicyAlways {
		t.Error("it is no sidecar: it must restart")
	}
	if len(listen) != 1 || vllm.Env[0].Value != listen[0] || sidecar.StartupProbe.Exec.Command[2] != listen[0] {
		t.Errorf("it listens on %q; vLLM looks at %v, the probe at %q", listen, vllm.Env, sidecar.StartupProbe.Exec.Command)
	}
	if !slices.Equal(sidecar.VolumeMounts, vllm.VolumeMounts) || sidecar.VolumeMounts[0].Name != pod.Volumes[0].Name {
		t.Errorf("the volumes %v and %v", sidecar.VolumeMounts, vllm.VolumeMounts)
	}
}

// settings are some of those that the server prints.
type settings struct {
	Listen          []string        `json:"listen"`
	DrainDelay      metav1.Duration `json:"drain-delay"`
	ShutdownTimeout metav1.Duration `json:"shutdown-timeout"`
}

// checkConfig is what the server makes of a container's arguments.
func checkConfig(t *testing.T, container corev1.Container) (effective settings) {
	t.Helper()
	args := append([]string{"run", "./cmd/toolparser"}, container.Args...)
	c := exec.Command("go", append(args, "--check-config")...)
	c.Dir = ".."
	text, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if err := yaml.Unmarshal(text, &effective); err != nil {
		t.Fatal(err)
	}
	return effective
}

// TestPodsAreConfined: no root, no privileges, nothing to write to.
func TestPodsAreConfined(t *testing.T) {
	pod := deployment(t).Spec.Template.Spec
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

// TestKustomizationNamesAll manifests.
func TestKustomizationNamesAll(t *testing.T) {
	k := decode[struct {
		metav1.TypeMeta `json:",inline"`
		Resources       []string `json:"resources"`
	}](t, "kubernetes/kustomization.yaml", "kustomize.config.k8s.io/v1beta1", "Kustomization")
	files, err := filepath.Glob("kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := filepath.Base(file); name != "kustomization.yaml" && !slices.Contains(k.Resources, name) {
			t.Errorf("%s is not among the resources", name)
		}
	}
	if len(k.Resources) != len(files)-1 {
		t.Errorf("%d resources, %s", len(k.Resources), strings.Join(files, " "))
	}
}
