let lastTime = 0;
let lastNumber = 0;

/** Later ids sort after earlier ones as text. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  lastNumber = now === lastTime ? lastNumber + 1 : 0;
  lastTime = now;
  return now.toString(36).padStart(9, '0') + lastNumber.toString(36).padStart(5, '0');
}
