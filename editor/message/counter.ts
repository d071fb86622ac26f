import { countPages, type PageCount } from '../../core/sms';
import type { Channel } from '../../core/contract';
import { countCharacters } from '../../core/contract/patterns';
import { longestTextOn } from '../checks/message';
import { asValues, literal } from '../form/values';
import { translate } from '../red';

/** The count below a text while it is typed. */
export interface Count {
  text: string;
  /** Whether something is cut off or not allowed. */
  warning: boolean;
}

/** Counts an entered text as its channel does: an SMS in pages, everything else in characters. */
export function countText(channel: Channel, text: string, smsOptions: unknown): Count {
  const longest = longestTextOn(channel);
  if (longest === undefined) return describePages(countPages(text, countOptions(smsOptions)), text);
  const count = countCharacters(text);
  return {
    text: translate('counter.characters', { used: count, capacity: longest }),
    warning: count > longest,
  };
}

function countOptions(smsOptions: unknown) {
  const { forceGsm, pageLimit } = asValues(smsOptions);
  const limit = literal(pageLimit) ?? '';
  return { forceGsm: literal(forceGsm) === 'true', pageLimit: limit === '' ? null : Number(limit) };
}

function describePages(count: PageCount, text: string): Count {
  const { encoding, pages, unitsPerPage, forbiddenCharacters, cutText } = count;
  const used = pages * unitsPerPage - (pages === 0 ? 0 : count.unitsLeftOnLastPage);
  const line = translate(pages === 1 ? 'counter.page' : 'counter.pages', {
    encoding,
    used: count.truncated ? count.units : used,
    capacity: Math.max(1, pages) * unitsPerPage,
    pages,
  });
  if (forbiddenCharacters.length > 0) {
    return {
      text: `${line} · ${translate('counter.forbidden', { characters: forbiddenCharacters.join(' ') })}`,
      warning: true,
    };
  }
  if (count.truncated) {
    const lost = countCharacters(cutText);
    return {
      text: `${line} · ${translate('counter.cut', { lost, text: shortened(cutText) })}`,
      warning: true,
    };
  }
  const outside = encoding === 'UCS-2' ? countPages(text, { forceGsm: true }).forbiddenCharacters : [];
  return {
    text:
      outside.length === 0
        ? line
        : `${line} · ${translate('counter.outside', { characters: outside.join(' ') })}`,
    warning: false,
  };
}

const SHOWN_OF_CUT = 20;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_OF_CUT ? `${characters.slice(0, SHOWN_OF_CUT).join('')}…` : text;
}
