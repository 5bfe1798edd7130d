import { defineConfig } from 'vite';

// The engine starts the module from its bytes, so it stays a file of its own; the page works from any folder of a server.
export default defineConfig({ base: './', server: { fs: { allow: ['../../..'] } }, build: { target: 'es2022' } });
