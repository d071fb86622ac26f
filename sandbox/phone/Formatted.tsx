import type { ComponentChild, ComponentChildren } from 'preact';

const MARKS = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;
type Mark = keyof typeof MARKS;
const PIECES =
  /(?<![\p{L}\p{N}])(?<mark>[*_~`])(?=\S)(?<inner>.+?)(?<=\S)\k<mark>(?![\p{L}\p{N}])|(?<url>https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/gsu;

function isMark(text: string | undefined): text is Mark {
  return text !== undefined && Object.hasOwn(MARKS, text);
}

/** A text with its links, and on WhatsApp and RCS with *bold*, _italic_, ~strikethrough~ and `code`. */
export function Formatted({ text, marks = true }: { text: string; marks?: boolean }) {
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    const { mark, inner = '', url } = match.groups ?? {};
    if (isMark(mark) && !marks) continue;
    parts.push(text.slice(end, match.index));
    if (isMark(mark)) {
      const Tag = MARKS[mark];
      parts.push(
        <Tag>
          <Formatted text={inner} />
        </Tag>,
      );
    } else if (url !== undefined) parts.push(<Link url={url} />);
    end = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

/** A link that opens in a new tab; an address that a browser must not follow stays text. */
export function Link(props: { url: string; class?: string; children?: ComponentChildren }) {
  const { url, children = url } = props;
  if (!/^https?:\/\//i.test(url)) return <span class={props.class}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" class={props.class}>
      {children}
    </a>
  );
}

/** JSON that people can read. */
export function Json({ value }: { value: unknown }) {
  return <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>;
}
