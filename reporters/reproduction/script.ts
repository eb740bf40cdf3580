import { readFileSync } from 'node:fs'
import type { Exchange } from '../../conformance/exchange.ts'
import { once } from '../../conformance/once.ts'
import { printable } from '../printable.ts'
import type { Chain } from './chain.ts'
import type { ReproducibleBreach } from './choose.ts'
import { clockCommands } from './clock.ts'
import { tokenCommand, tokenOf } from './credentials.ts'
import { QUOTE_ID, submittedQuoteId } from './key.ts'
import { knownAddresses, knownOf, quoteVariable } from './known.ts'
import { posixWord } from './posix.ts'
import { sendCommands } from './request.ts'
import { showCommands } from './show.ts'
import type { ScriptStep } from './steps.ts'
import { waitCommands } from './wait.ts'

const library = once(() => readFileSync(new URL('./library.sh', import.meta.url), 'utf8'))

/** An older token may have expired. */
const LONG_MS = 60_000
/** Shorter pauses between two requests do not matter, in seconds. */
const LONG_PAUSE = 10

/**
 * Writes the script for a breach.
 *
 * @returns undefined where one of its requests contains something that no script can have
 */
export function scriptOf(breach: ReproducibleBreach): string | undefined {
  const { record, chain } = breach
  const variables = new Set<string>()
  const needs = (name: string) => {
    variables.add(name)
    return name
  }
  const addresses = knownAddresses(
    record,
    [...chain.steps.map(({ exchange }) => exchange), ...chain.undo, chain.clock, chain.token].filter(
      (one) => one !== undefined,
    ),
  )
  if (chain.token === undefined) needs('QUOTE_AUTH_URL')
  const known = [...addresses, ...knownOf(record, chain, needs)]
  const sending = { known, needs }
  const commands: string[] = []
  const tokens = new Set<string>()
  const send = (exchange: Exchange) => sendCommands(exchange, sending)
  for (const [index, step] of chain.steps.entries()) {
    const { exchange } = step
    const name = exchange.request.credentials && tokenOf(exchange.request.credentials.token)
    if (name !== undefined && !tokens.has(name) && !name.startsWith('held ')) {
      tokens.add(name)
      commands.push(tokenCommand(name, { id: name, secret: name }, needs))
    }
    commands.push('', `# ${index + 1}. ${titleOf(step)}`, ...pauseBefore(step, chain.steps[index - 1], chain))
    if (exchange.issues !== undefined && step.kind !== 'show') {
      commands.push(
        tokenCommand(exchange.issues, exchange.request.client ?? { id: 'own', secret: 'own' }, needs),
      )
      continue
    }
    const request = send(exchange)
    if (request === undefined) return undefined
    if (step.kind === 'show') commands.push(...showCommands(breach, step, request))
    else if (step.row !== undefined) commands.push(...waitCommands(exchange, step.row, request))
    else
      commands.push(
        ...request,
        `say "${index + 1}. ${exchange.action?.name ?? exchange.operation}: $(status)"`,
      )
    if (step.isStandard && step.kind !== 'show')
      commands.push(`standard=$(place ${posixWord([{ text: breach.finding.at ?? '' }])})`)
    const id = submittedQuoteId(exchange)
    if (id !== undefined && step.kind !== 'show') {
      commands.push(...learning(id, chain.quotes))
    }
    if ((exchange.action?.milliseconds ?? 0) >= LONG_MS) tokens.clear()
  }
  const undo = chain.undo.map(send)
  if (undo.some((one) => one === undefined)) return undefined
  const clock = clockCommands(chain.clock, sending)
  const requests = [
    ...addresses.map(
      ({ variable, text }) => `[ -n "\${${variable}:-}" ] || ${variable}=${posixWord([{ text }])}`,
    ),
    ...[...variables].filter((one) => one.startsWith('QUOTE_')).map((one) => `need ${one}`),
    ...clock,
    ...(undo.length === 0
      ? []
      : ['afterwards() {', ...undo.flatMap((one) => one ?? []).map((line) => `  ${line}`), '}']),
    ...commands,
  ]
  // The requests come first, since a reader looks for them; the shell needs its functions before it calls any.
  return [
    ...head(breach, [...variables], addresses),
    'reproduce() {',
    ...requests.map((line) => (line === '' ? '' : `  ${line}`)),
    '}',
    '',
    '# What the requests above use.',
    library().trimEnd(),
    '',
    'reproduce',
    '',
  ].join('\n')
}

function head(
  { record, requirement, scenario, rerun }: ReproducibleBreach,
  variables: readonly string[],
  addresses: readonly { readonly variable: string }[],
): readonly string[] {
  const { clause, id, title } = requirement
  const secrets = variables.filter((one) => one.startsWith('QUOTE_'))
  return [
    '#!/bin/sh',
    `# Shows the breach of ${id} (${clause}): ${printable(title)}`,
    `# Seen in ${scenario}, with seed ${record.started.seed}.`,
    '# Ends with 1 when the breach shows and 0 when it does not. 2: a variable is not set. 3: it could not be decided.',
    '# Needs curl and a POSIX shell. It asks the environment for:',
    ...secrets.map((one) => `#   ${one}${sourceOf(one)}`),
    '# Optional, with the values of the run as defaults:',
    ...addresses.map(({ variable }) => `#   ${variable}`),
    '#   QUOTE_CA (PEM file of the authority to trust), QUOTE_PAUSE (seconds between two reads, default 2)',
    `# The suite judges just this again with: ${rerun}`,
    '',
  ]
}

/** The place of an operator's header in the profile, by the name of the variable that a script takes it from. */
const sourceOf = (variable: string): string => {
  const [, name] = /^QUOTE_OPERATOR_(.*)$/.exec(variable) ?? []
  return name === undefined || name.startsWith('URL')
    ? ''
    : `: the header ${name.replaceAll('_', '-').toLowerCase()} of the profile's operator actions (operator.*.http.headers); a sandbox prints it`
}

/** The command that waits as long as the run did, for a target whose clock is not moved. */
function pauseBefore(
  { exchange, row }: ScriptStep,
  before: ScriptStep | undefined,
  { clock }: Chain,
): readonly string[] {
  // Successive reads have their own pauses.
  if (before === undefined || clock !== undefined || (row?.reads ?? 1) > 1) return []
  const { startedAt, elapsedMs } = before.exchange
  const seconds = Math.floor((exchange.startedAt - startedAt - elapsedMs) / 1000)
  return seconds < LONG_PAUSE ? [] : [`say 'waiting ${seconds} s, as the run did'`, `sleep ${seconds}`]
}

function titleOf({ kind, exchange }: ScriptStep): string {
  const what = exchange.action?.name ?? exchange.operation
  if (kind === 'wait') return `${what}, until it shows what it showed in the run`
  return kind === 'show' ? `${what}: the request that shows the breach` : what
}

const learning = (id: string, quotes: readonly string[]): readonly string[] => {
  const variable = quoteVariable(id, quotes)
  return [
    `${variable}=$(identifier ${QUOTE_ID})`,
    `[ -n "$${variable}" ] || give_up "there is no quote: the submission was answered $(status)"`,
  ]
}
