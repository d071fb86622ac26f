import { proposedPattern } from '../../flowTests/patterns';
import { DEFAULT_WITHIN } from '../../flowTests/words';
import type { Expectation } from '../../flowTests/format';
import { CHANNELS } from '../formats';
import { Select } from '../Select';

const KINDS = {
  text: 'with the text',
  contains: 'that contains',
  pattern: 'like the pattern',
  any: 'of any kind',
};
type Kind = keyof typeof KINDS;

interface ExpectFieldsProps {
  expectation: Expectation;
  onChange: (expectation: Expectation) => void;
}

/** What a message must be like. An empty field is no condition. */
export function ExpectFields({ expectation, onChange }: ExpectFieldsProps) {
  const { text, contains, pattern, ...others } = expectation;
  const value = text ?? contains ?? pattern ?? '';
  const kind: Kind =
    text !== undefined
      ? 'text'
      : contains !== undefined
        ? 'contains'
        : pattern !== undefined
          ? 'pattern'
          : 'any';
  const change = (next: Kind, words: string) =>
    onChange(next === 'any' ? others : { [next]: words, ...others });
  const proposed = kind === 'text' ? proposedPattern(value) : undefined;
  const other = (name: 'button' | 'within', label: string, placeholder: string) => (
    <label>
      {label}
      <input
        placeholder={placeholder}
        value={expectation[name] ?? ''}
        onInput={({ currentTarget }) =>
          onChange({ ...expectation, [name]: currentTarget.value || undefined })
        }
      />
    </label>
  );
  return (
    <>
      <Select
        label="A message is expected"
        options={KINDS}
        value={kind}
        onChange={(next) => change(next, value)}
      />
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
        {other('button', 'With the button', 'Any')}
        <Select
          label="On the channel"
          options={{ same: 'as the test', ...CHANNELS }}
          value={expectation.channel ?? 'same'}
          onChange={(channel) =>
            onChange({ ...expectation, channel: channel === 'same' ? undefined : channel })
          }
        />
        {other('within', 'Within', DEFAULT_WITHIN)}
      </div>
    </>
  );
}
