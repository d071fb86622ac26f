/** The part of the library that is used; it has no types of its own. */
declare module 'write-file-atomic' {
  export default function writeFileAtomic(path: string, text: string): Promise<void>;
}
