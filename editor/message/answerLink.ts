import { inboundPath } from '../../node-red/settings/calledPaths';
import { ANSWER_PLACE, TOKEN_LENGTH } from '../../node-red/settings/routePath';
import { find } from '../dom';
import { textOrEmpty } from '../form/values';
import { red, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { questionOf } from './askProblems';

/** What stands at the end of a question with a link, for the count of its text. */
export interface LinkInDialog {
  /** As long as the link that is sent; '' for a question without one. */
  text(): string;
  /** Calls back when there is a link or none from now on. */
  onChange(changed: () => void): void;
}

const none: LinkInDialog = { text: () => '', onChange: () => undefined };

/** The link as the open dialog of a node has it. */
export function linkInDialog(node: EditorNode): LinkInDialog {
  if (questionOf(node) === undefined) return none;
  const answerBy = find('select', '#node-input-answerBy');
  const waitFor = find('select', '#node-input-waitFor');
  const account = find('select', '#node-input-account');
  const text = () => {
    if (answerBy.value !== 'link' || waitFor.value === 'delivery') return '';
    const path = textOrEmpty(red.nodes.node(account.value)?.['inboundPath']) || inboundPath;
    return `\n${routeUrl(`${path}${ANSWER_PLACE}`, account.value)}${'x'.repeat(TOKEN_LENGTH)}`;
  };
  return { text, onChange: (changed) => void $([answerBy, waitFor]).on('change', changed) };
}
