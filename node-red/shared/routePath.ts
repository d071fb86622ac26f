/** Whether a trigger can have this path: it may contain only what a URL can, and nothing that any version of Express reads as a pattern. */
export function isRoutePath(path: string): boolean {
  return /^\/[\w/.~-]*$/.test(path);
}
