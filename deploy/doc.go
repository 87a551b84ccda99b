// Package deploy holds what runs the service: manifests for Kubernetes, Prometheus rules
// and a Grafana dashboard. Its tests check what can be checked without a cluster; it is a
// module of its own, since they need the types of Kubernetes.
package deploy
