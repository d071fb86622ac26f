import { find } from '../dom';
import { translate } from '../red';
import { secondOutput } from './common';

export function label(): string {
  return translate('nodeLabel.balance');
}

export function open(): void {
  const threshold = find('input', '#node-input-threshold');
  secondOutput(() => threshold.value.trim() !== '', threshold);
}
