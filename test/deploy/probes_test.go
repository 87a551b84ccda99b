package deploy

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// TestProbes starts the real server as the manifests do and runs their probes as the kubelet
// does: in plaintext, with TLS, when clients need a certificate, and next to vLLM. All succeed while
// it serves. While it drains it gets no new calls, but isn't restarted.
func TestProbes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	binary := filepath.Join(t.TempDir(), "toolparser")
	if text, err := runInRoot("build", "-o", binary, "./cmd/toolparser"); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	files := t.TempDir()
	writeCertificate(t, files)
	plain := build(t, "kubernetes").Deployment.Spec.Template.Spec.Containers[0]
	secure := build(t, "kubernetes", "tls").Deployment.Spec.Template.Spec.Containers[0]
	for _, c := range []struct {
		name      string
		container corev1.Container
		more      []string
	}{
		{"plaintext", plain, nil},
		{"tls", secure, nil},
		{"mtls", secure, []string{"--client-ca=/etc/toolparser/tls/tls.crt"}},
		{"sidecar", build(t, "vllm").Deployment.Spec.Template.Spec.InitContainers[0], []string{"--log-format=json", "--drain-delay=5s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			// What differs from a pod: where the files are, and which ports are free.
			here := strings.NewReplacer("/etc/toolparser", files, "/run/toolparser", files, ":50051", ":0", ":9464", ":0")
			var args []string
			for _, arg := range append(c.container.Args, c.more...) {
				args = append(args, here.Replace(arg))
			}
			server, address := startServer(t, binary, args...)
			_, port, _ := net.SplitHostPort(address)
			p := pod{binary, strings.NewReplacer("/run/toolparser", files, ":50051", ":"+port, "/toolparser", binary), port}
			probes := map[string]*corev1.Probe{
				"startup": c.container.StartupProbe, "readiness": c.container.ReadinessProbe, "liveness": c.container.LivenessProbe,
			}
			for name, probe := range probes {
				if text, ok := p.probe(probe); !ok {
					t.Errorf("%s fails while it serves: %s", name, text)
				}
			}
			if err := server.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			text, ready := p.probe(c.container.StartupProbe)
			for ready { // the signal takes a moment
				text, ready = p.probe(c.container.StartupProbe)
			}
			if !strings.Contains(text, "NOT_SERVING") {
				t.Errorf("while it drains: %s", text)
			}
			if text, ok := p.probe(probes["readiness"]); ok && probes["readiness"] != nil {
				t.Errorf("it is ready while it drains: %s", text)
			}
			if text, ok := p.probe(probes["liveness"]); !ok {
				t.Errorf("it is restarted while it drains: %s", text)
			}
		})
	}
}

// A pod is one whose server was started here.
type pod struct {
	binary string
	here   *strings.Replacer
	port   string
}

// probe does what the kubelet does for a probe; one that isn't there succeeds.
func (p pod) probe(probe *corev1.Probe) (text string, ok bool) {
	var command []string
	switch {
	case probe == nil:
		return "", true
	case probe.TCPSocket != nil:
		conn, err := net.Dial("tcp", "127.0.0.1:"+p.port)
		if err != nil {
			return err.Error(), false
		}
		return "", conn.Close() == nil
	case probe.GRPC != nil:
		command = []string{p.binary, "healthcheck", "127.0.0.1:" + p.port}
		if service := probe.GRPC.Service; service != nil {
			command = append(command, "--service", *service)
		}
	default:
		for _, word := range probe.Exec.Command {
			command = append(command, p.here.Replace(word))
		}
	}
	out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	return strings.Join(command, " ") + ": " + string(out), err == nil
}

// startServer starts the server and returns where it serves; it ends with the test.
func startServer(t *testing.T, binary string, args ...string) (server *os.Process, address string) {
	t.Helper()
	c := exec.Command(binary, args...)
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	addresses := make(chan string, 8)
	var all bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(log); lines.Scan(); {
			all.Write(append(lines.Bytes(), '\n'))
			var line struct{ Msg, Address string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
				addresses <- line.Address
			}
		}
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-read
		_ = c.Wait()
	})
	select {
	case address = <-addresses:
	case <-read:
		t.Fatalf("%q: %s", args, all.String())
	case <-time.After(time.Minute):
		t.Fatalf("%q doesn't serve", args)
	}
	return c.Process, address
}

// writeCertificate writes what the Secrets of the component tls hold.
func writeCertificate(t *testing.T, folder string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"toolparser"},
		IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"tls/tls.crt":   pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		"tls/tls.key":   pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"tokens/tokens": []byte("gateway a-token-of-the-gateway\n"),
	} {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
