import type { Exchange } from '../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../conformance/ports/operator.ts'
import type { PlatformPorts } from '../../../conformance/ports/platform.ts'
import type { Lease } from '../../../conformance/ports/target.ts'
import type { PreflightCheck } from '../../../conformance/preflight.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/index.ts'
import { type PlatformContext, platformContext } from '../../../suites/platform/index.ts'
import type { PlatformTarget } from '../../../targets/platform/index.ts'

type Values = Readonly<Record<string, unknown>>

const MOST_BODY = 160
/** Statuses of a refusal that the state of a thing may be the reason for; the first is the exit code of a command. */
const REFUSED_IN_A_STATE = [4, 400, 409, 422]

/** The trial of a profile: performs what it names, once each, and notes what came of it. */
export class ProfileTrial {
  readonly checks: PreflightCheck[] = []
  readonly context: PlatformContext
  readonly #target: PlatformTarget
  readonly #lease: Lease<PlatformPorts>

  constructor(target: PlatformTarget, lease: Lease<PlatformPorts>, spec: Spec) {
    this.#target = target
    this.#lease = lease
    this.context = platformContext(lease.ports, spec)
  }

  right(key: string, message: string): void {
    this.checks.push({ name: key, ok: true, message })
  }

  /** Notes what is wrong with a key, once: a later message has the request and its answer. */
  wrong(key: string, message: string, cause: PreflightCheck['cause'] = 'profile'): void {
    const check = { name: key, ok: false, message, cause }
    const before = this.checks.findIndex(({ name, ok }) => name === key && !ok)
    if (before < 0) this.checks.push(check)
    else this.checks[before] = check
  }

  /** Notes actions of the profile that are left to the run, and why. */
  notTried(actions: readonly OperatorAction[], why: string): void {
    for (const action of actions)
      if (this.context.operator.can(action)) this.right(`operator.${action}`, `not tried: ${why}`)
  }

  /**
   * Performs an action that the profile has.
   *
   * @param mayRefuse true where the state of the thing may be a reason to refuse
   * @returns the values that it returned; undefined where it is not there or did not succeed
   */
  async act(action: OperatorAction, given: Values = {}, mayRefuse = false): Promise<Values | undefined> {
    const { operator } = this.context
    if (!operator.can(action)) return undefined
    return this.doing(`operator.${action}`, async () => {
      const done = await operator.attempt(action, given)
      if (done.kind === 'done') return done.returned
      const status = done.exchange.answer?.status ?? 0
      if (mayRefuse && REFUSED_IN_A_STATE.includes(status)) return {}
      throw new CannotTell('it was refused', `operator.${action}`)
    })
  }

  /**
   * Does something that needs a key of the profile, and notes whether it succeeded, with the last request and its answer.
   *
   * @param quiet true where only a failure is noted
   */
  async doing<T>(key: string, work: () => Promise<T>, quiet = false): Promise<T | undefined> {
    const before = this.#lease.exchanges().length
    const seen = (most = MOST_BODY) => {
      const made = this.#lease.exchanges().slice(before)
      const last = made.findLast(({ operation }) => operation === 'operator') ?? made.at(-1)
      return last === undefined ? '' : this.reported(last, most)
    }
    try {
      const value = await work()
      if (!quiet) this.right(key, seen(0))
      return value
    } catch (error) {
      if (!(error instanceof CannotTell)) throw error
      // A reason of its own names the request already.
      const reported = error.message.includes('was answered') ? '' : seen()
      this.wrong(
        error.key ?? key,
        [error.message, reported].filter(Boolean).join('; '),
        error.key === undefined ? 'target' : 'profile',
      )
      return undefined
    }
  }

  /** A request with its answer, in one line without secrets. @param most characters of the body */
  reported(exchange: Exchange, most = MOST_BODY): string {
    const [shown = exchange] = this.#target.shown({ exchanges: [exchange], arrivals: [] }).exchanges
    const { request, answer, failure } = shown
    const sent = `${request.method} ${request.url}`
    if (answer === undefined) return `${sent} failed: ${failure?.message ?? 'no answer'}`
    const body = answer.body.text?.replace(/\s+/g, ' ').trim() ?? ''
    const text =
      body === '' || most === 0 ? '' : `: ${body.length > most ? `${body.slice(0, most)}...` : body}`
    return request.method === 'RUN'
      ? `${request.url} ended with ${answer.status}${text}`
      : `${sent} was answered ${answer.status}${text}`
  }

  /** Every exchange so far. */
  exchanges(): readonly Exchange[] {
    return this.#lease.exchanges()
  }
}
