//go:build unix

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri/internal/remote/serve"
)

// TestServe plays a tick with the command, by the address that it prints, and interrupts it: the session ends with a
// reason, and its trace is complete.
func TestServe(t *testing.T) {
	dir := writeUnending(t)
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := startCommand(t, dir, "serve", "live.krk", "--addr", "127.0.0.1:0", "--token-file", "token", "--record", ".")
	line, err := c.lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "serving at "), "/v1/session")
	if _, err := serve.Connect(t.Context(), base, "wrong", "live", "", 0); err == nil {
		t.Error("a wrong token is good")
	}
	game, err := serve.Connect(t.Context(), base, "secret", "live", "", 0)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if err := game.Send(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := game.Receive(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := game.Receive(t.Context()); !strings.Contains(fmt.Sprint(err), "the server stops") {
		t.Errorf("the connection ends with %v", err)
	}
	c.Wait()
	if got := c.ProcessState.ExitCode(); got != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", got)
	}
	if info, err := os.Stat(filepath.Join(dir, game.Hello.Session+".ktrace")); err != nil || info.Size() == 0 {
		t.Errorf("the trace: %v", err)
	}
}

// writeCertificate writes a certificate for this machine with its key, and returns the certificate pool that trusts it.
func writeCertificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	cert, err := x509.CreateCertificate(rand.Reader, &made, &made, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		text := pem.EncodeToMemory(block)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "cert.pem" {
			trusted.AppendCertsFromPEM(text)
		}
	}
	return trusted
}

// TestServeWithTLS by the flags: games that trust the certificate connect, and requests without TLS are refused.
func TestServeWithTLS(t *testing.T) {
	dir := writeUnending(t)
	trusted := writeCertificate(t, dir)
	c := startCommand(t, dir, "serve", "live.krk", "--addr", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
	line, err := c.lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimPrefix(strings.TrimSpace(line), "serving at ")
	if !strings.HasPrefix(address, "wss://127.0.0.1:") {
		t.Fatalf("%q", line)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	defer client.CloseIdleConnections()
	game, _, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	defer game.CloseNow()
	if _, hello, err := game.Read(t.Context()); err != nil || !strings.Contains(string(hello), `"program":"live"`) {
		t.Errorf("%s, %v", hello, err)
	}
	if _, err := serve.Connect(t.Context(), strings.TrimSuffix(address, "/v1/session"), "", "live", "", 0); err == nil {
		t.Error("a game connects that does not trust the certificate")
	}
	if _, err := serve.Connect(t.Context(), strings.Replace(strings.TrimSuffix(address, "/v1/session"), "wss:", "ws:", 1), "", "live", "", 0); err == nil {
		t.Error("a game connects without TLS")
	}
}

// TestServeRefusesBadCertificates before it says that it serves.
func TestServeRefusesBadCertificates(t *testing.T) {
	dir := writeUnending(t)
	writeCertificate(t, dir)
	for _, args := range [][]string{{"--tls-cert", "none.pem", "--tls-key", "key.pem"}, {"--tls-cert", "key.pem", "--tls-key", "cert.pem"}, {"--tls-cert", "cert.pem"}} {
		c := startCommand(t, dir, append([]string{"serve", "live.krk", "--addr", "127.0.0.1:0"}, args...)...)
		said, _ := io.ReadAll(c.errors)
		served, _ := io.ReadAll(c.lines)
		if c.Wait(); c.ProcessState.ExitCode() < 1 || !strings.Contains(string(said), "--tls-cert") || len(served) > 0 {
			t.Errorf("%v: exit code %d, %s%s", args, c.ProcessState.ExitCode(), said, served)
		}
	}
}
