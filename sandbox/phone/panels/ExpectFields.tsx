import { CHANNELS, isChannel } from '../formats';
import { proposedPattern } from '../../rehearsal/patterns';
import { DEFAULT_WITHIN, type Expectation } from '../../rehearsal/types';

const KINDS = {
  text: 'with the text',
  contains: 'that contains',
  pattern: 'like the pattern',
  any: 'of any kind',
};
type Kind = keyof typeof KINDS;

function kindOf({ text, contains, pattern }: Expectation): Kind {
  if (text !== undefined) return 'text';
  if (contains !== undefined) return 'contains';
  return pattern === undefined ? 'any' : 'pattern';
}

interface ExpectFieldsProps {
  expectation: Expectation;
  onChange: (expectation: Expectation) => void;
}

/** What a message must be like. */
export function ExpectFields({ expectation, onChange }: ExpectFieldsProps) {
  const { text, contains, pattern, ...others } = expectation;
  const kind = kindOf(expectation);
  const value = text ?? contains ?? pattern ?? '';
  const change = (next: Kind, words: string) =>
    onChange(next === 'any' ? others : { [next]: words, ...others });
  const proposed = kind === 'text' ? proposedPattern(value) : undefined;
  /** An empty field is left out of the test. */
  const changeOther = (name: 'button' | 'within', words: string) =>
    onChange({ ...expectation, [name]: words === '' ? undefined : words });
  return (
    <>
      <label>
        A message is expected
        <select
          value={kind}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value;
            if (isKind(next)) change(next, value);
          }}
        >
          {Object.entries(KINDS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {kind !== 'any' && (
        <textarea
          aria-label="Text"
          rows={2}
          required
          value={value}
          onInput={({ currentTarget }) => change(kind, currentTarget.value)}
        />
      )}
      {proposed !== undefined && (
        <button type="button" onClick={() => change('pattern', proposed)}>
          Let numbers, times and codes differ
        </button>
      )}
      <div class="row">
        <label>
          With the button
          <input
            placeholder="Any"
            value={expectation.button ?? ''}
            onInput={({ currentTarget }) => changeOther('button', currentTarget.value)}
          />
        </label>
        <label>
          On the channel
          <select
            value={expectation.channel ?? ''}
            onChange={({ currentTarget: { value: chosen } }) =>
              onChange({ ...expectation, channel: isChannel(chosen) ? chosen : undefined })
            }
          >
            <option value="">as the test</option>
            {Object.entries(CHANNELS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Within
          <input
            placeholder={DEFAULT_WITHIN}
            value={expectation.within ?? ''}
            onInput={({ currentTarget }) => changeOther('within', currentTarget.value)}
          />
        </label>
      </div>
    </>
  );
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}
