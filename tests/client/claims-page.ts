import type { Requirement } from '../../conformance/requirement.ts'

/** The path of the page; `npm run client-claims` writes it. */
export const PAGE = 'docs/reference/client-claims.md'

/** Requirements of clients that a claim judges. */
export const judgedOfClients = (requirements: readonly Requirement[]): readonly Requirement[] =>
  requirements.filter(
    ({ side, excluded, judgedBy, id }) =>
      side === 'client' && excluded === undefined && judgedBy === undefined && !id.startsWith('weak-spot-'),
  )

/** The page that lists, for every claim on clients, which legal clients it might wrongly fail. */
export function claimsPage(requirements: readonly Requirement[]): string {
  const rows = judgedOfClients(requirements).map(
    ({ id, clause, level, title, wouldWrong = '' }) =>
      `| \`${id}\` | ${clause} | ${level} | ${title} | ${wouldWrong} |`,
  )
  return [
    '# Which right client might each claim wrong?',
    '',
    'Clients in other languages, with other habits, are judged by what they send. This page says of every claim which client that keeps to',
    'the specification it might wrong, and what it lets through. It is made from `spec/requirements/clients.yaml` by `npm run client-claims`.',
    '',
    '| requirement | clause | level | statement | whom it might wrong |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
