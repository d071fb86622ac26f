import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Fields and calls that hold a sentence for people, and nothing that the code reads again. */
const FIELDS = ['message', 'advice'];
const CALLS = ['Error', 'RangeError'];

/** Leaves the wording of errors alone: a test of each sentence would only repeat it. What a sentence says of values (`${...}`) is left alone with it. */
class Wording {
  shouldIgnore({ node, parent }) {
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
    const isField = parent.type === 'ObjectProperty' && FIELDS.includes(parent.key.name);
    const isCall = parent.type === 'NewExpression' && CALLS.includes(parent.callee.name);
    return isField || isCall ? 'the wording of an error' : undefined;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, 'wording', Wording)];
