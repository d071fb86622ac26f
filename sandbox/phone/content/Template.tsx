import { Formatted, Link } from '../Formatted';
import { book, type Template as Wording } from '../state';
import { Choice } from './Interactive';
import { Media } from './Media';
import type { HeaderFile, Parameter, Tap, TemplateComponent, TemplateContent } from './shapes';

type Answer = ((tap: Tap) => void) | undefined;
type ButtonPart = Extract<TemplateComponent, { index: number }>;

/** A template with its parameters filled in. If its wording is not known, the parameters are shown in its place. */
export function Template({ content, answer }: { content: TemplateContent; answer: Answer }) {
  const { name, language, components } = content;
  const known = book.value.templates.find((entry) => entry.name === name);
  const parts = components ?? [];
  const parametersOf = (type: 'Header' | 'Body') =>
    parts.filter((part) => part.type === type).flatMap(({ parameters }) => parameters);
  const locale = language.code.replace('_', '-');
  const body = parametersOf('Body').map((parameter) => valueOf(parameter, locale));
  return (
    <>
      <p class="kind">
        Template {name} ({language.code})
      </p>
      <Header known={known?.header} parameters={parametersOf('Header')} locale={locale} />
      {known ? (
        <p class="text">
          <Formatted text={filled(known.body, body)} />
        </p>
      ) : (
        <UnknownBody values={body} />
      )}
      {known?.footer && <p class="small">{known.footer}</p>}
      <div class="choices">
        <Buttons known={known?.buttons} parts={parts} locale={locale} answer={answer} />
      </div>
    </>
  );
}

interface HeaderProps {
  known: Wording['header'];
  parameters: Parameter[];
  locale: string;
}

function Header({ known, parameters, locale }: HeaderProps) {
  const [parameter] = parameters;
  if (parameter && isFile(parameter)) {
    return (
      <div class="heading">
        <Media content={parameter} />
      </div>
    );
  }
  const values = parameters.map((entry) => valueOf(entry, locale));
  if (known?.text !== undefined) return <p class="heading">{filled(known.text, values)}</p>;
  if (known) return <p class="heading small">({known.type} missing)</p>;
  return (
    <>
      {values.map((value) => (
        <p class="heading">{value}</p>
      ))}
    </>
  );
}

function UnknownBody({ values }: { values: string[] }) {
  if (values.length === 0) return <p class="small">No parameters in the body</p>;
  return (
    <ol class="parameters">
      {values.map((value) => (
        <li>{value}</li>
      ))}
    </ol>
  );
}

interface ButtonsProps {
  known: Wording['buttons'];
  parts: TemplateComponent[];
  locale: string;
  answer: Answer;
}

/** The buttons of the template. Tapping a quick reply sends its payload. */
function Buttons({ known, parts, locale, answer }: ButtonsProps) {
  const given = parts.filter((part): part is ButtonPart => 'index' in part);
  const count = Math.max(known?.length ?? 0, ...given.map(({ index }) => Math.min(index, 9) + 1));
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        const part = given.find((entry) => entry.index === index);
        const button = known?.[index];
        const [parameter] = part?.parameters ?? [];
        const value = parameter && valueOf(parameter, locale);
        if (!button && !part) return null;
        if (button?.type === 'Url' || part?.type === 'UrlButton') {
          const url = filled(button?.url ?? '{{1}}', [value ?? '']);
          return <UrlButton key={index} url={url} text={button?.text ?? url} />;
        }
        const title = button?.text ?? value ?? `Button ${index + 1}`;
        return (
          <Choice key={index} onTap={answer && (() => answer({ type: 'Button', id: value ?? title, title }))}>
            {title}
          </Choice>
        );
      })}
    </>
  );
}

function UrlButton({ url, text }: { url: string; text: string }) {
  if (!/^https?:\/\//i.test(url)) return <span class="choice">{text}</span>;
  return (
    <Link url={url} class="choice">
      {text}
    </Link>
  );
}

function filled(wording: string, values: string[]): string {
  return wording.replace(
    /\{\{(\d+)\}\}/g,
    (placeholder, number) => values[Number(number) - 1] ?? placeholder,
  );
}

function isFile(parameter: Parameter): parameter is HeaderFile {
  return parameter.type === 'Image' || parameter.type === 'Video' || parameter.type === 'Document';
}

function valueOf(parameter: Parameter, locale: string): string {
  switch (parameter.type) {
    case 'Text':
      return parameter.text;
    case 'Payload':
      return parameter.payload;
    case 'DateTime':
      return localised(
        () =>
          new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
            new Date(parameter.dateTime),
          ),
        parameter.dateTime,
      );
    case 'Currency':
      return localised(
        () =>
          new Intl.NumberFormat(locale, { style: 'currency', currency: parameter.code }).format(
            parameter.amount / 1000,
          ),
        parameter.fallbackValue,
      );
    default:
      return parameter.filename ?? parameter.url ?? parameter.mediaId ?? parameter.type;
  }
}

/** The value as the browser formats it in that language, or the fallback if it cannot. */
function localised(format: () => string, fallback: string): string {
  try {
    return format();
  } catch {
    return fallback;
  }
}
