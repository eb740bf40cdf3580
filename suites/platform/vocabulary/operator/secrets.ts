import type { PlatformPort } from '../../../../conformance/ports/platform.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { OfficeStep } from './step.ts'

export type SecretKind = 'client' | 'integration key' | 'webhook key'

/** Facts about a secret, without its text: a trace must not hold it. */
export interface SecretSeen {
  readonly of: SecretKind
  /** Equal marks are equal secrets. */
  readonly mark: number
  /** Id of the exchange that created it. */
  readonly made: string
  /** Ids of all exchanges whose answers hold it. */
  readonly shownIn: readonly string[]
}

/** Tracks the secrets that a scenario creates. */
export interface SecretTracker {
  note(of: SecretKind, text: string, step: OfficeStep): void
  /** Facts about all of them, from all answers so far. */
  seen(): readonly SecretSeen[]
}

export function secretsOn(http: Pick<PlatformPort, 'exchangesContaining'>): SecretTracker {
  const noted: { readonly of: SecretKind; readonly text: string; readonly made: string }[] = []
  return {
    note(of, text, step) {
      if (step.kind === 'done') noted.push({ of, text, made: step.exchange.id })
    },
    seen: () =>
      noted.map(({ of, text, made }) => ({
        of,
        mark: noted.findIndex((one) => one.text === text),
        made,
        shownIn: http.exchangesContaining(text),
      })),
  }
}

/** Judges that only the answer that created a secret holds it (5.rule.7, R36). */
export function shownOnce(secrets: readonly SecretSeen[], of: SecretKind): Verdict {
  const own = secrets.filter((secret) => secret.of === of)
  if (own.length === 0) return cannotTell(`no ${of} was made`)
  // Where two secrets are equal, each creation shows both; `eachAnother` judges that.
  const makers = (mark: number) => own.filter((one) => one.mark === mark).map(({ made }) => made)
  for (const { mark, shownIn } of own) {
    const again = shownIn.find((id) => !makers(mark).includes(id))
    if (again !== undefined)
      return failed({
        expected: `no answer with the secret of a ${of} but the one that made it`,
        observed: `${shownIn.length} answers with it`,
        exchange: again,
      })
  }
  return passed()
}

/** Judges that no two secrets are equal (5.rule.7). */
export function eachAnother(secrets: readonly SecretSeen[], of: SecretKind): Verdict {
  const own = secrets.filter((secret) => secret.of === of)
  if (own.length < 2) return cannotTell(`no second ${of} was made`)
  const again = own.find(({ mark, made }) => own.some((one) => one.mark === mark && one.made !== made))
  return again === undefined
    ? passed()
    : failed({
        expected: `a secret that no other ${of} has had`,
        observed: 'a secret that existed before',
        exchange: again.made,
      })
}
