// What scripts of workers are told. `tsc` alone reads this file.

/** What the pack has: its name, made of all that is in it, and its files, with those of the site above it. By each is its
 * SHA-256, "" where its name says what is in it, or where the host may have its own. */
declare const PACK: { name: string; files: Record<string, string> };

declare module "*pyodide.mjs" {
  interface Proxy {
    destroy(): void;
    toJs(): Uint8Array;
    tobytes(): Proxy;
  }
  interface Python {
    unpackArchive(data: ArrayBuffer, kind: string, options: { extractDir: string }): void;
    runPython(code: string): void;
    pyimport(name: string): {
      call(name: string, data: Proxy, tell: (done: number, total: number) => void): string | Proxy;
    };
    toPy(value: unknown): Proxy;
    globals: Map<string, { environ: { update(values: Proxy): void } }>;
  }
  export function loadPyodide(options: object): Promise<Python>;
}
