import { Formatted, Link } from '../Formatted';
import { book, type Template as Wording } from '../state';
import { Choice } from './Interactive';
import { Media } from './Media';
import type { HeaderFile, Parameter, Tap, TemplateContent } from './shapes';
import { filled, templateButtons, valueOf } from '../../rehearsal/visible';

type Answer = ((tap: Tap) => void) | undefined;

/** A template with its parameters filled in. If its wording is not known, the parameters are shown in its place. */
export function Template({ content, answer }: { content: TemplateContent; answer: Answer }) {
  const { name, language, components } = content;
  const known = book.value.templates.find((entry) => entry.name === name);
  const parts = components ?? [];
  const parametersOf = (type: 'Header' | 'Body') =>
    parts.filter((part) => part.type === type).flatMap(({ parameters }) => parameters);
  const body = parametersOf('Body').map((parameter) => valueOf(parameter, language.code));
  return (
    <>
      <p class="kind">
        Template {name} ({language.code})
      </p>
      <Header known={known?.header} parameters={parametersOf('Header')} language={language.code} />
      {known ? (
        <p class="text">
          <Formatted text={filled(known.body, body)} />
        </p>
      ) : (
        <UnknownBody values={body} />
      )}
      {known?.footer && <p class="small">{known.footer}</p>}
      <div class="choices">
        <Buttons content={content} answer={answer} />
      </div>
    </>
  );
}

interface HeaderProps {
  known: Wording['header'];
  parameters: Parameter[];
  language: string;
}

function Header({ known, parameters, language }: HeaderProps) {
  const [parameter] = parameters;
  if (parameter && isFile(parameter)) {
    return (
      <div class="heading">
        <Media content={parameter} />
      </div>
    );
  }
  const values = parameters.map((entry) => valueOf(entry, language));
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

/** The buttons of the template. Tapping a quick reply sends its payload. */
function Buttons({ content, answer }: { content: TemplateContent; answer: Answer }) {
  return (
    <>
      {templateButtons(content, book.value.templates).map((button, index) => {
        if (button === undefined) return null;
        if ('url' in button) return <UrlButton key={index} url={button.url} text={button.title} />;
        const { id, title } = button;
        return (
          <Choice key={index} onTap={answer && (() => answer({ type: 'Button', id, title }))}>
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

function isFile(parameter: Parameter): parameter is HeaderFile {
  return parameter.type === 'Image' || parameter.type === 'Video' || parameter.type === 'Document';
}
