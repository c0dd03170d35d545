// Starts the program in a Worker, in the role that the page asks for. The module comes compiled.
self.onmessage = async ({ data }) => {
  self.role = data.role;
  self.port = data.port;
  importScripts("wasm_exec.js");
  const go = new Go();
  go.run(await WebAssembly.instantiate(data.module, go.importObject));
};
