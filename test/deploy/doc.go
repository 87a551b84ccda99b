// Package deploy checks what runs the service, as far as that is possible without a cluster: the
// manifests, the configuration of Envoy, and the Dockerfile. It is a module of its own, because its tests
// need the types of Kubernetes.
package deploy
