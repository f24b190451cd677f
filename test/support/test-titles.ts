// Lists the tests of a file by full title from its syntax tree; a parametrized test by its template.
import { parseAst } from 'vite';

export interface NamedTest {
  /** The titles of its groups and its own, joined by " > ". */
  readonly title: string;
  /** Its source, without its groups. */
  readonly source: string;
  /** Never runs, or depends on a condition that its name does not mention. */
  readonly isSkipped: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  readonly callee: Node;
  readonly arguments: readonly Node[];
}

const children = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

/** `it.each(rows)` as ["it", "each"]. */
function namesOf(callee: Node): string[] {
  const { name, object, property, callee: inner, tag } = callee as unknown as Record<string, Node & string>;
  if (callee.type === 'Identifier') return [String(name)];
  if (callee.type === 'MemberExpression') return [...namesOf(object as Node), ...namesOf(property as Node)];
  if (callee.type === 'CallExpression') return namesOf(inner as Node);
  return callee.type === 'TaggedTemplateExpression' ? namesOf(tag as Node) : [];
}

/** Null for anything but plain text. */
function textOf(node: Node | undefined): string | null {
  const { value, expressions, quasis } = (node ?? {}) as {
    value?: unknown;
    expressions?: readonly unknown[];
    quasis?: readonly { readonly value: { readonly cooked: string } }[];
  };
  if (node?.type === 'Literal') return typeof value === 'string' ? value : null;
  if (node?.type === 'TemplateLiteral' && expressions?.length === 0) return quasis?.[0]?.value.cooked ?? null;
  return null;
}

export function testsIn(source: string): NamedTest[] {
  const found: NamedTest[] = [];
  const visit = (node: Node, groups: readonly string[], isSkipped: boolean): void => {
    const call = node as Call;
    const names = node.type === 'CallExpression' ? namesOf(call.callee) : [];
    const title = ['it', 'test', 'describe', 'describeWithNats'].includes(names[0] ?? '')
      ? textOf(call.arguments[0])
      : null;
    if (title === null || call.arguments.length < 2) {
      for (const child of children(node)) visit(child, groups, isSkipped);
      return;
    }
    const skipped = isSkipped || names.some((name) => ['skip', 'todo', 'fixme'].includes(name));
    const path = [...groups, title];
    if (names.some((name) => name.startsWith('describe')))
      for (const child of call.arguments.slice(1)) visit(child, path, skipped);
    else found.push({ title: path.join(' > '), source: source.slice(node.start, node.end), isSkipped: skipped });
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, [], false);
  return found;
}
