import { useState } from 'preact/hooks';
import { rowTap, type Reading } from '../../reading';
import type { Tap } from '../../service/wire';
import { Formatted, Link } from '../Formatted';
import { Modal } from '../Modal';
import { Media } from './Media';

type Answer = ((tap: Tap) => void) | undefined;

/** Heading, text and footer, with buttons to tap or a list to choose from. */
export function Interactive({ reading, answer }: { reading: Reading; answer: Answer }) {
  const { heading, text, footer, buttons, list } = reading;
  return (
    <>
      {typeof heading === 'string' && <p class="heading">{heading}</p>}
      {typeof heading === 'object' && (
        <div class="heading">
          <Media content={heading} />
        </div>
      )}
      {text && (
        <p class="text">
          <Formatted text={text} />
        </p>
      )}
      {footer && (
        <p class="small">
          <Formatted text={footer} />
        </p>
      )}
      <div class="choices">
        {buttons.map((button, index) =>
          'url' in button ? (
            <Link key={index} url={button.url} class="choice">
              {button.title}
            </Link>
          ) : (
            <button key={index} type="button" disabled={!answer} onClick={() => answer?.(button.tap)}>
              {button.title}
            </button>
          ),
        )}
        {list && <List {...list} answer={answer} />}
      </div>
    </>
  );
}

/** The button of a list. The list opens at the bottom of the phone. */
function List({ title, sections, answer }: NonNullable<Reading['list']> & { answer: Answer }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" disabled={!answer} onClick={() => setOpen(true)}>
        {title}
      </button>
      {open && (
        <Modal label={title} class="sheet" onClose={close}>
          <div>
            <h2>{title}</h2>
            {sections.map((section, index) => (
              <section key={index}>
                {section.title && <h3>{section.title}</h3>}
                {section.rows.map((row) => (
                  <button
                    key={row.id}
                    type="button"
                    class="row"
                    onClick={() => {
                      close();
                      answer?.(rowTap(row));
                    }}
                  >
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
