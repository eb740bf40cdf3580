import type { PathStep } from '../model.ts'

const TOKEN = /\.([^.[\]]+)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d+)|(\*))\s*\]/gy

/**
 * Reads a path expression of a Pact file: `$.data.items[*]['name']`. A leading `$` may be missing.
 * @returns undefined for an invalid expression
 */
export function pathSteps(expression: string): readonly PathStep[] | undefined {
  const rest = expression.startsWith('$')
    ? expression.slice(1)
    : expression === '' || expression.startsWith('[')
      ? expression
      : `.${expression}`
  const steps: PathStep[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < rest.length) {
    const match = TOKEN.exec(rest)
    if (match === null) return undefined
    const [, plain, single, double, index, star] = match
    if (star !== undefined || plain === '*') steps.push(null)
    else steps.push(index === undefined ? (plain ?? single ?? double ?? '') : Number(index))
  }
  return steps
}
