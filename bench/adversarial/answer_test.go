package adversarial

import (
	"context"
	"testing"

	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers/families"
	"github.com/toolparser/toolparser/server"
)

// TestAnswersAreBounded checks that no answer is longer than five times its request
// and 64 KiB, lest a small output break a client of the server.
func TestAnswersAreBounded(t *testing.T) {
	registry := families.Registry()
	service := server.NewService(registry)
	sizes := []int{2 << 10, 4 << 10, 8 << 10, 16 << 10, 256 << 10}
	for _, family := range registry.Families() {
		for _, in := range inputs {
			if in.family != "" && in.family != family.Name {
				continue
			}
			for _, n := range sizes {
				request := &toolparserv1.ParseToolCallsRequest{Family: family.Name, ModelOutput: in.text(n)}
				response, err := service.ParseToolCalls(context.Background(), request)
				if err != nil {
					t.Fatal(err)
				}
				if size, most := proto.Size(response), 5*proto.Size(request)+64<<10; size > most {
					t.Errorf("%s/%s/%d: an answer of %d KiB, %.1f times its request; %d calls, %d invalid", family.Name, in.name, n,
						size>>10, float64(size)/float64(n), len(response.GetResult().GetToolCalls()), len(response.GetInvalidToolCalls()))
				}
			}
		}
	}
}
