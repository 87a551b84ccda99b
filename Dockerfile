# A static binary and nothing else, for any user but root: docker build -t toolparser .
FROM golang:1.26 AS build
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w -buildid=' -o /out/toolparser ./cmd/toolparser

FROM scratch
COPY --from=build /out/toolparser /toolparser
# For --otlp-url with https.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
USER 65532:65532
EXPOSE 50051 9464
HEALTHCHECK CMD ["/toolparser", "healthcheck"]
ENTRYPOINT ["/toolparser"]
CMD ["serve", "--listen", ":50051", "--insecure-listen"]
