// Finds texts for people outside src/shared/texts, in the syntax tree instead of by the look of a line.
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Two consecutive words, a word before an interpolation, a sentence start, or an ellipsis at the end. */
const READS_AS_TEXT = /\p{L}{2,}[,.:;!?”"’)]* [“"(]?\p{L}|^\p{L}{2,} [“"(]?…|^\p{Lu}\p{Ll}+$|\p{L}…$/u;

/** A database statement, or the part of one that begins with its keyword. */
const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|WHERE|ORDER|BEGIN|VACUUM|PRAGMA) /;

/** Attributes that people read or hear, so each word in them is a text. */
const READ = new Set([
  'label',
  'title',
  'alt',
  'placeholder',
  'description',
  'aria-label',
  'aria-description',
  'error',
]);

const readsAsText = (text: string): boolean => READS_AS_TEXT.test(text) && !SQL.test(text);

/** Calls with arguments for developers and support, always in English. */
const FOR_SUPPORT = /^(console|log|logger|this\.#?log|this\.#?options\.log|options\.log)\.\w+$|^(log|report|warn)$/;
/** Programming errors; an error that a seller may read has its own class. */
const FAULTS = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
};

const textOfTemplate = (node: Node): string =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');

/** Syntax without texts for people. */
function isCode(node: Node): boolean {
  if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSSatisfiesExpression') {
    return node.type !== 'TSNonNullExpression' && node.type !== 'TSEnumDeclaration';
  }
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return true;
  if (node.type === 'CallExpression') return FOR_SUPPORT.test(nameOf(node.callee));
  if (node.type === 'NewExpression') return FAULTS.has(nameOf(node.callee));
  // A comparison is with a known value, not a text.
  if (node.type === 'BinaryExpression') return /^[!=]==?$/.test(String(node.operator));
  if (node.type === 'JSXAttribute') {
    const name = nameOf(node.name);
    return /^(className|key|id|href|role|type|variant|size|color|c|style|styles|classNames)$|^data-/.test(name);
  }
  return false;
}

/** The texts for people in `source`, each with its line, as "12: Save product". */
export function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const tell = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${line}: ${text.replace(/\s+/g, ' ').trim()}`);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    if (!isNode(value) || isCode(value)) return;
    if (value.type === 'ExportNamedDeclaration' || value.type === 'ExportAllDeclaration') {
      visit(value.declaration);
      return;
    }
    if (value.type === 'JSXText' && /\p{L}/u.test(String(value.value))) {
      tell(value, String(value.value));
      return;
    }
    if (value.type === 'JSXAttribute' && READ.has(nameOf(value.name)) && isNode(value.value)) {
      const text = value.value.type === 'Literal' ? String(value.value.value) : '';
      if (/\p{L}/u.test(text)) {
        tell(value, text);
        return;
      }
    }
    if (value.type === 'Literal' && typeof value.value === 'string' && readsAsText(value.value)) {
      tell(value, value.value);
      return;
    }
    if (value.type === 'TemplateLiteral' && readsAsText(textOfTemplate(value))) {
      tell(value, textOfTemplate(value));
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      const isName = (value.type === 'Property' || value.type === 'PropertyDefinition') && key === 'key';
      const isCase = value.type === 'SwitchCase' && key === 'test';
      if (!isName && !isCase) visit(part);
    }
  };
  visit(parseSync(file, source).program);
  return found;
}
