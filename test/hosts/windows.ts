import { weekdays } from '../../core/sendingWindow';

const HOUR = 3_600_000;
const clockTime = (moment: number) => new Date(moment).toISOString().slice(11, 16);
const always = { days: [...weekdays], exceptions: '', timeZone: 'UTC', outside: 'plan' };

/** A window that is open now, as it is entered. */
export const openNow = () => {
  const now = Date.now();
  return { ...always, from: clockTime(now - 2 * HOUR), until: clockTime(now + 2 * HOUR) };
};

/** A window that is closed now, as it is entered, and when it opens. */
export const closedNow = () => {
  const opens = Math.floor((Date.now() + 2 * HOUR) / 60_000) * 60_000;
  return {
    window: { ...always, from: clockTime(opens), until: clockTime(opens + 2 * HOUR) },
    opens: new Date(opens).toISOString(),
    /** A moment in it. */
    later: new Date(opens + HOUR).toISOString(),
  };
};
