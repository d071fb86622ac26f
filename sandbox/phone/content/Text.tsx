import { countOf } from '../formats';
import { Formatted } from '../Formatted';
import { isInbound, type Message } from '../state';
import type { TextContent } from './shapes';

/** A text. For an SMS, the part on its pages, followed by the part that was cut. */
export function Text({ content, message }: { content: TextContent; message: Message }) {
  const sms = isInbound(message) ? undefined : message.sms;
  const shown = sms?.text ?? content.text;
  const cut = content.text.slice(shown.length);
  const kind = content.options?.smsType;
  return (
    <>
      {kind === 'Flash' && <p class="kind">Flash SMS, shown and not stored</p>}
      {kind === 'PrioPlus' && <p class="kind">Priority</p>}
      <p class="text">
        <Formatted text={shown} marks={message.channel !== 'Sms'} />
      </p>
      {sms?.truncated && (
        <>
          <p class="cut-mark">Cut here: {countOf([...cut].length, 'character')} not delivered</p>
          <p class="cut">{cut}</p>
        </>
      )}
    </>
  );
}
