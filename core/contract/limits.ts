import { MAX_PAGES } from '../sms';

/**
 * Every limit, written once; those of an SMS sender are in `patterns.ts`. Lengths are in characters (Unicode code points). The limits of a
 * text on WhatsApp and RCS are readings (docs/readings.md), which an account can switch off; all others are those of the specification
 * (chapters 2 and 8).
 */
export const limits = {
  smsPages: MAX_PAGES,
  /** By channel; an SMS has none, as the service cuts it after the last allowed page. */
  longestText: { Whatsapp: 4096, Rcs: 1000 },
  notificationAddresses: 200,
  headerText: 60,
  bodyText: 1024,
  footerText: 60,
  replyButtons: 3,
  buttonId: 256,
  buttonTitle: 20,
  listButton: 20,
  sections: 10,
  rows: 10,
  sectionTitle: 24,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  currencyCode: 3,
} as const;

/** The messages of a batch call: the service names no limit, but if a call fails, this many at most are in doubt. */
export const MOST_PER_CALL = 1000;
