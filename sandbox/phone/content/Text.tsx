import type { TextContent } from '../../service/wire';
import { counted } from '../formats';
import { Formatted } from '../Formatted';
import type { Message } from '../state';

/** A text. For an SMS, the part on its pages, followed by the part that was cut. */
export function Text({ content, message, shown }: { content: TextContent; message: Message; shown: string }) {
  const cut = content.text.slice(shown.length);
  const kind = content.options?.smsType;
  return (
    <>
      {kind === 'Flash' && <p class="kind">Flash SMS, shown and not stored</p>}
      {kind === 'PrioPlus' && <p class="kind">Priority</p>}
      <p class="text">
        <Formatted text={shown} marks={message.channel !== 'Sms'} />
      </p>
      {cut !== '' && (
        <>
          <p class="cut-mark">Cut here: {counted([...cut].length, 'character')} not delivered</p>
          <p class="cut">{cut}</p>
        </>
      )}
    </>
  );
}
