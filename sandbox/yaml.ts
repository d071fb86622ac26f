import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

type Path = (string | number)[];

/** A text in YAML or JSON, with the place of each value in it. */
export interface YamlText {
  value: unknown;
  /** The line of a field; of a missing one, the line of the object that lacks it. */
  line(path: Path): number;
  /** A number as it is written, such as `+41795550111`. */
  source(path: Path): string | undefined;
}

/** A text that cannot be read: where, and why. */
export class YamlError extends Error {
  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
  }
}

/** Reads a text. Throws a `YamlError`. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault) throw new YamlError(lines.linePos(fault.pos[0]).line, fault.message);

  /** The pair of a field in its object. */
  const pairAt = (path: Path) => {
    const parent: unknown = document.getIn(path.slice(0, -1), true);
    return isMap(parent) ? parent.items.find(({ key }) => keyText(key) === String(path.at(-1))) : undefined;
  };
  const offset = (path: Path): number => {
    const key: unknown = path.length === 0 ? document.contents : pairAt(path)?.key;
    const node: unknown = key ?? document.getIn(path, true);
    if (hasRange(node)) return node.range[0];
    return path.length === 0 ? 0 : offset(path.slice(0, -1));
  };
  return {
    value: toValue(() => document.toJS()),
    line: (path) => lines.linePos(offset(path)).line,
    source: (path) => {
      const node: unknown = document.getIn(path, true);
      return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
    },
  };
}

/** An alias that names nothing is found only now. */
function toValue(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw new YamlError(1, error instanceof Error ? error.message : String(error));
  }
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
