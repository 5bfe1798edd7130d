// A plain file server, as python3 -m http.server is: it compresses nothing, and knows nothing of the page.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".gz": "application/gzip" };

/** Serves a folder below a path on a free port. */
export async function serveFolder(folder, below = "/") {
  const server = createServer((request, response) => {
    let path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (!path.startsWith(below)) return response.writeHead(404).end();
    path = path.slice(below.length) || "index.html";
    const file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}${below}`, stop: () => (server.closeAllConnections(), server.close()) };
}
