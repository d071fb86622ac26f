import type { Page } from 'playwright-core';

/** A text of a dialog, and the contrast ratio to its background (WCAG 2: at least 4.5 is readable). */
export interface Contrast {
  text: string;
  ratio: number;
}

/** The contrast of each of our visible texts in a dialog. */
export function contrasts(page: Page): Promise<Contrast[]> {
  return page.evaluate(() => {
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    /** Red, green and blue from 0 to 255; `color(srgb …)`, used for mixed colours, counts from 0 to 1. */
    const channels = (color: string) =>
      numbers(color)
        .slice(0, 3)
        .map((value) => (color.startsWith('color(') ? value * 255 : value));
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
        value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const background = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      const [, , , alpha = 1] = numbers(backgroundColor);
      return alpha > 0.9 ? backgroundColor : background(element.parentElement);
    };
    // Buttons and fields are Node-RED's; its theme decides their colours.
    const isOurs = (element: Element) =>
      element.closest('[class*="red-ui-"], [class*="messaging-"]')?.className.includes('messaging-') === true;
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '';
    return [...document.querySelectorAll('.messaging-editor *')]
      .filter(
        (element) => element.checkVisibility() && isOurs(element) && [...element.childNodes].some(isText),
      )
      .map((element) => {
        const [lighter = 0, darker = 0] = [getComputedStyle(element).color, background(element)]
          .map(luminance)
          .sort((one, other) => other - one);
        return {
          text: `${element.className} ${(element.textContent ?? '').trim().slice(0, 40)}`,
          ratio: (lighter + 0.05) / (darker + 0.05),
        };
      });
  });
}
