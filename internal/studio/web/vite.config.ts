import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The studio's server: "karakuri studio" listens there.
const server = "127.0.0.1:7420";

export default defineConfig({
  plugins: [react()],
  base: "./", // the playground is served from any folder
  worker: { format: "es" },
  build: { outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 700 },
  server: { proxy: { "/ws": { target: `ws://${server}`, ws: true, changeOrigin: true, headers: { origin: `http://${server}` } } } },
});
