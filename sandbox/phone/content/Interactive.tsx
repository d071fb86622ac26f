import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Formatted } from '../Formatted';
import { Modal } from '../Modal';
import { useTabStop } from '../tabStops';
import { Media } from './Media';
import type { InteractiveContent, Row, Section, Tap } from './shapes';

type Answer = ((tap: Tap) => void) | undefined;

/** Header, body and footer, with buttons to tap or a list to choose from. */
export function Interactive({ content, answer }: { content: InteractiveContent; answer: Answer }) {
  const { header, body, footer, action } = content;
  return (
    <>
      {header?.type === 'Text' && <p class="heading">{header.text}</p>}
      {header && header.type !== 'Text' && (
        <div class="heading">
          <Media content={header} />
        </div>
      )}
      {body && (
        <p class="text">
          <Formatted text={body.text} />
        </p>
      )}
      {footer && (
        <p class="small">
          <Formatted text={footer.text} />
        </p>
      )}
      <div class="choices">
        {action.type === 'Button' ? (
          action.buttons.map(({ id, title }) => (
            <Choice key={id} onTap={answer && (() => answer({ type: 'Button', id, title }))}>
              {title}
            </Choice>
          ))
        ) : (
          <List title={action.button} sections={action.sections} answer={answer} />
        )}
      </div>
    </>
  );
}

/** A button of a message. */
export function Choice({
  onTap,
  children,
}: {
  onTap: (() => void) | undefined;
  children: ComponentChildren;
}) {
  const tabIndex = useTabStop();
  return (
    <button type="button" disabled={!onTap} tabIndex={tabIndex} onClick={onTap}>
      {children}
    </button>
  );
}

/** The button of a list. The list opens at the bottom of the phone. */
function List({ title, sections, answer }: { title: string; sections: Section[]; answer: Answer }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const choose = ({ id, title: chosen, description }: Row) => {
    close();
    answer?.({ type: 'List', id, title: chosen, ...(description ? { description } : {}) });
  };
  return (
    <>
      <Choice onTap={answer && (() => setOpen(true))}>{title}</Choice>
      {open && (
        <Modal label={title} class="sheet" onClose={close}>
          <div>
            <h2>{title}</h2>
            {sections.map((section, index) => (
              <section key={index}>
                {section.title && <h3>{section.title}</h3>}
                {section.rows.map((row) => (
                  <button key={row.id} type="button" class="row" onClick={() => choose(row)}>
                    <strong>{row.title}</strong>
                    {row.description && <span class="small">{row.description}</span>}
                  </button>
                ))}
              </section>
            ))}
            <button type="button" onClick={close}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
