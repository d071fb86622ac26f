import { countCharacters, countPages, replaceSpecialCharacters } from '../../core/sms';
import type { AccountRules, Channel } from '../../core/contract';
import { limits } from '../../core/contract/limits';
import { fieldsOf, literal } from '../values';
import { translate } from '../red';

/** The count below a text while it is typed. */
interface Count {
  text: string;
  /** Whether something is cut off or not allowed. */
  warning: boolean;
}

/** Counts an entered text as its channel does: an SMS in pages, everything else in characters. */
export function countText(
  channel: Channel,
  text: string | undefined,
  smsOptions: unknown,
  { strictLimits }: AccountRules,
): Count {
  if (text === undefined) return { text: '', warning: false };
  if (channel === 'Sms') return countSms(text, smsOptions);
  const used = countCharacters(text);
  const capacity = limits.longestText[channel];
  const warning = used > capacity && strictLimits !== false;
  return { text: translate('counter.characters', { used, capacity }), warning };
}

function countSms(entered: string, smsOptions: unknown): Count {
  const { forceGsm, pageLimit, replaceSpecial } = fieldsOf(smsOptions);
  const text = literal(replaceSpecial) === 'true' ? replaceSpecialCharacters(entered).text : entered;
  const limit = literal(pageLimit) ?? '';
  const count = countPages(text, { pageLimit: limit === '' ? null : Number(limit) });
  const { encoding, pages, unitsPerPage, outsideGsm, truncated } = count;
  const isForbidden = literal(forceGsm) === 'true' && outsideGsm.length > 0;
  const used = pages * unitsPerPage - (pages === 0 ? 0 : count.unitsLeftOnLastPage);
  const line = translate(pages === 1 ? 'counter.page' : 'counter.pages', {
    encoding,
    used: truncated ? count.units : used,
    capacity: Math.max(1, pages) * unitsPerPage,
    pages,
  });
  const remarks = [
    isForbidden && translate('counter.forbidden', { characters: outsideGsm.join(' ') }),
    truncated &&
      translate('counter.cut', { count: countCharacters(count.cutText), text: shortened(count.cutText) }),
    outsideGsm.length > 0 && translate('counter.outside', { characters: outsideGsm.join(' ') }),
  ];
  const remark = remarks.find((each) => each !== false);
  return {
    text: remark === undefined ? line : `${line} · ${remark}`,
    warning: isForbidden || truncated,
  };
}

const SHOWN_OF_CUT = 20;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_OF_CUT ? `${characters.slice(0, SHOWN_OF_CUT).join('')}…` : text;
}
