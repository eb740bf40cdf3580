import pLimit from 'p-limit'
import type { Exchange } from '../../../conformance/exchange.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import type { ActionOutcome, OperatorAction, OperatorPort } from '../../../conformance/ports/operator.ts'
import type { Undo, UndoResult } from '../../../conformance/ports/undo.ts'
import { suiteTime, thousandths } from '../../../conformance/suite-clock.ts'
import { reasonOf } from '../../../conformance/system-error.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { bodyOf } from '../../evidence/body.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import { isSecretName } from '../../evidence/redaction.ts'
import type { CommandRecipe, HttpRecipe, OperatorRecipe, PlatformProfile } from '../../profile/profile.ts'
import { TEMPLATE } from '../../profile/template.ts'
import { runProgram } from '../../transport/command.ts'
import type { SharedChannel } from '../http/channel.ts'
import { jsonIn, type RequestSender } from '../http/request-sender.ts'
import { argvOf } from './argv.ts'
import { carriedOut, secretOf, valuesAt } from './carried-out.ts'
import type { LeftToUndo } from './left-to-undo.ts'
import { actionFailed, answerLine, isUnknown, outcomeKind, refuseUnusable } from './outcome.ts'
import { filled, filledText, TemplateProblem, type TemplateValues } from './template.ts'
import { type Attempted, undoOne } from './undoing.ts'
import { PROVEN_BY, unreadIn } from './unread.ts'
import { headerValue, urlValue } from './values.ts'

const ACTION_TIMEOUT_MS = 30_000
/** Few commands run at once: starting a process blocks this one, and delays its answers to deliveries. */
const commands = pLimit(3)
/** A clock is moved only when everything that falls due has been done, so the answer may take long. */
const CLOCK_TIMEOUT_MS = 120_000

export interface OperatorParts {
  readonly profile: PlatformProfile
  readonly channel: SharedChannel
  readonly sender: RequestSender
  readonly recorder: Recorder
  readonly targetNow: () => number
  /** Everything that the run made and has to undo. */
  readonly leftToUndo: LeftToUndo
}

/** The operator of a target, for one lease: carries out the profile's recipes and records what came of them. */
export class Operator implements OperatorPort {
  readonly #parts: OperatorParts
  /** By a credential that was returned: the other texts of that answer. */
  readonly #unread = new Map<string, ReturnType<typeof unreadIn>>()

  constructor(parts: OperatorParts) {
    this.#parts = parts
  }

  can(action: OperatorAction): boolean {
    return this.#parts.profile.operator[action] !== undefined
  }

  takes(action: OperatorAction, value: string): boolean {
    const recipe = this.#parts.profile.operator[action]
    const templates = JSON.stringify(recipe ?? {}).matchAll(TEMPLATE)
    return [...templates].some(([, name]) => name === value)
  }

  unreadBeside(value: string): ReturnType<typeof unreadIn> {
    return this.#unread.get(value) ?? []
  }

  async perform(action: OperatorAction, given: TemplateValues = {}): Promise<Record<string, unknown>> {
    using _ = await this.#parts.channel.time.hold()
    return await this.#carryOut(action, given)
  }

  async attempt(action: OperatorAction, given: TemplateValues = {}): Promise<ActionOutcome> {
    using _ = await this.#parts.channel.time.hold()
    const recipe = this.#recipe(action)
    const exchange = await this.#run(action, recipe, given)
    const kind = outcomeKind(recipe, exchange)
    if (kind === 'broken') throw actionFailed(action, recipe, exchange)
    return kind === 'refused'
      ? { kind, exchange }
      : { kind, exchange, returned: this.#returned(action, recipe, exchange) }
  }

  /**
   * Moves the target's clock on behalf of the time base, which already makes all other requests wait.
   *
   * @param ms whole milliseconds
   * @throws CannotTell
   */
  async advance(ms: number): Promise<void> {
    await this.#carryOut('advance_clock', { milliseconds: ms })
  }

  async #carryOut(action: OperatorAction, given: TemplateValues): Promise<Record<string, unknown>> {
    const recipe = this.#recipe(action)
    const succeed = () => this.#succeed(action, recipe, given)
    const { milliseconds } = given
    const exchange =
      action === 'advance_clock' && typeof milliseconds === 'number'
        ? await this.#parts.channel.time.moving(milliseconds, succeed)
        : await succeed()
    return this.#returned(action, recipe, exchange)
  }

  #recipe(action: OperatorAction): OperatorRecipe {
    const recipe = this.#parts.profile.operator[action]
    if (recipe) return recipe
    throw new CannotTell(`no operator action ${action} in the profile`, `operator.${action}`)
  }

  /** @throws CannotTell when the action did not succeed */
  async #succeed(action: OperatorAction, recipe: OperatorRecipe, given: TemplateValues): Promise<Exchange> {
    const exchange = await this.#run(action, recipe, given)
    if (outcomeKind(recipe, exchange) !== 'done') throw actionFailed(action, recipe, exchange)
    return exchange
  }

  /** Undoes an action at the end of a run, from whichever scenario. Never throws. */
  undo(undo: Undo): Promise<UndoResult> {
    return undoOne(undo, async (action): Promise<Attempted> => {
      const recipe = this.#parts.profile.operator[action]
      if (recipe === undefined) return { why: 'the profile has no such operator action' }
      const exchange = await this.#perform(action, recipe, undo.given).catch(reasonOf)
      if (typeof exchange === 'string') return { why: exchange }
      return outcomeKind(recipe, exchange) === 'done'
        ? { returned: this.#valuesIn(recipe, exchange) }
        : { why: this.#parts.channel.redactor.text(answerLine(exchange)), gone: isUnknown(recipe, exchange) }
    })
  }

  #run(action: OperatorAction, recipe: OperatorRecipe, given: TemplateValues): Promise<Exchange> {
    const { leftToUndo } = this.#parts
    return leftToUndo.during(async () => {
      const exchange = await this.#perform(action, recipe, given)
      if (outcomeKind(recipe, exchange) !== 'done') return exchange
      const returned = this.#valuesIn(recipe, exchange)
      leftToUndo.done(action, { ...given, ...returned })
      this.#parts.recorder.made(exchange, secretOf(action, returned))
      return exchange
    })
  }

  async #perform(action: OperatorAction, recipe: OperatorRecipe, given: TemplateValues): Promise<Exchange> {
    const timeoutMs = action === 'advance_clock' ? CLOCK_TIMEOUT_MS : ACTION_TIMEOUT_MS
    // A command line is recorded with its values, so the redactor has to know the secret ones.
    for (const [name, value] of Object.entries(given))
      if (isSecretName(name) && typeof value === 'string') this.#parts.channel.redactor.add(value)
    try {
      const exchange =
        recipe.kind === 'http'
          ? await this.#request(action, recipe, given, timeoutMs)
          : await this.#command(action, recipe, given, timeoutMs)
      if (!this.#parts.channel.closed.aborted) return exchange
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error
      throw new CannotTell(
        `the operator action ${action} cannot be filled in: ${error.message}`,
        `operator.${action}`,
      )
    }
    throw new CannotTell('the run ended while an operator action was under way')
  }

  #request(
    action: OperatorAction,
    { method, url, headers, body, returns }: HttpRecipe,
    given: TemplateValues,
    timeoutMs: number,
  ): Promise<Exchange> {
    const named = Object.entries(headers).map(
      ([name, value]) => [name.toLowerCase(), filledText(value, given, headerValue)] as const,
    )
    const content = body === undefined ? undefined : filled(body, given)
    const text = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
    const hasType = named.some(([name]) => name === 'content-type')
    const type = text === undefined || hasType ? [] : [['content-type', 'application/json'] as const]
    return this.#parts.sender.sendBeside({
      operation: 'operator',
      action: (json) => carriedOut(action, { returns, given, json }),
      method,
      url: filledText(url, given, urlValue),
      headers: [['accept', '*/*'], ['user-agent', 'quote-conformance'], ...type, ...named],
      ...(text !== undefined && { body: text }),
      timeoutMs,
      learn: (json) => this.#learn(json, returns),
    })
  }

  /** A command in the shape of an exchange: its arguments as the URL, its exit code as the status, its output as the body. */
  async #command(
    action: OperatorAction,
    { command, returns }: CommandRecipe,
    given: TemplateValues,
    timeoutMs: number,
  ): Promise<Exchange> {
    const { profile, channel, recorder } = this.#parts
    const argv = argvOf(command, given)
    const place = recorder.begin()
    const { exitCode, stdout, problem, elapsedMs, ...moment } = await commands(async () => {
      const moment = { startedAt: suiteTime(), targetMs: this.#parts.targetNow() }
      const { folder, programEnv: env } = profile
      const run = await runProgram(argv, { folder, env, closed: channel.closed, timeoutMs })
      return { ...run, ...moment }
    })
    const json = jsonIn(stdout)
    this.#learn(json, returns)
    const exchange: Exchange = {
      id: place.id,
      operation: 'operator',
      action: carriedOut(action, { returns, given, json }),
      request: { method: 'RUN', url: argv.join(' '), headers: [] },
      ...(problem && { failure: { kind: problem.kind, message: problem.message } }),
      ...(exitCode !== undefined && {
        answer: { status: exitCode, headers: [], body: bodyOf(stdout, undefined) },
      }),
      elapsedMs: thousandths(elapsedMs),
      ...moment,
    }
    return place.end(exchange, stdout)
  }

  /** Makes the secrets of an answer known before it is recorded. */
  #learn(json: unknown, returns: Readonly<Record<string, string>>): void {
    const { redactor } = this.#parts.channel
    redactor.learn(json)
    for (const [name, pointer] of Object.entries(returns)) {
      const value = isSecretName(name) ? valueAt(json, pointer) : undefined
      if (typeof value === 'string') redactor.add(value)
    }
  }

  /** The values that an answer holds at the places that a recipe names; undefined where there is none. */
  #valuesIn({ returns }: OperatorRecipe, exchange: Exchange): Record<string, unknown> {
    return valuesAt(returns, this.#jsonIn(exchange))
  }

  #jsonIn(exchange: Exchange): unknown {
    return jsonIn(this.#parts.recorder.bytes(exchange) ?? new Uint8Array())
  }

  #returned(action: OperatorAction, recipe: OperatorRecipe, exchange: Exchange): Record<string, unknown> {
    const values = this.#valuesIn(recipe, exchange)
    for (const name of Object.keys(PROVEN_BY) as (keyof typeof PROVEN_BY)[]) {
      const credential = values[name]
      if (typeof credential === 'string')
        this.#unread.set(credential, unreadIn(this.#jsonIn(exchange), { action, recipe, name }))
    }
    refuseUnusable(values, action, recipe, this.#parts.channel.pointers)
    return values
  }
}
