import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useSignal } from '@preact/signals';

/** Whether the Tab key stops at the buttons and links below. */
export const TabStops = createContext(true);

/** The tabindex of a button or link. */
export function useTabStop(): number | undefined {
  return useContext(TabStops) ? undefined : -1;
}

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowUp: (index) => Math.max(index - 1, 0),
  ArrowDown: (index, last) => Math.min(index + 1, last),
  Home: () => 0,
  End: (_index, last) => last,
};

/**
 * Makes a list one stop of the Tab key: the arrow keys move within it. Its items have the attribute `data-item`.
 * @param preferred The item where the Tab key comes in.
 */
export function useOneStop(preferred: string | undefined) {
  const focused = useSignal<string | undefined>(undefined);
  const itemOf = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-item]') ?? undefined) : undefined;
  return {
    stop: focused.value ?? preferred,
    handlers: {
      onFocusIn: ({ target }: FocusEvent) => {
        focused.value = itemOf(target)?.dataset.item;
      },
      onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
        const inside =
          currentTarget instanceof Node &&
          relatedTarget instanceof Node &&
          currentTarget.contains(relatedTarget);
        if (!inside) focused.value = undefined;
      },
      onKeyDown: (event: KeyboardEvent) => {
        const move = MOVES[event.key];
        const item = itemOf(event.target);
        const isOwn = event.target instanceof Element && event.target.matches('audio, video, dialog *');
        if (move === undefined || item === undefined || isOwn) return;
        const list = event.currentTarget instanceof Element ? event.currentTarget : undefined;
        const items = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
        event.preventDefault();
        items[move(items.indexOf(item), items.length - 1)]?.focus();
      },
    },
  };
}
