import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { changing } from '../../../targets/sandbox/mutants/products/members.ts'
import { known } from '../../known.ts'
import type { FakeClient } from '../fake.ts'
import { type Operation, type QuoteRecord, Refused } from '../messages.ts'
import { withHeaders } from '../requests.ts'
import { Course, fits, type GivenCircumstance, valuesFit } from './course.ts'

type Members = Readonly<Record<string, unknown>>

/** Members of an object that are written with other values, or left out. */
interface Changes {
  readonly sets?: Members | undefined
  readonly drops?: readonly string[] | undefined
}
/** @returns JSON: a member that is left out is not there, not undefined */
const changed = (data: Members, { sets, drops }: Changes): Record<string, string> => {
  const given = { where: undefined, sets, drops, renames: undefined, rewrites: undefined }
  return JSON.parse(JSON.stringify(changing(given)(data)))
}

const KNOWN =
  /^(created_at|message|quote_id|quote_status|checkout_link|product_details|policy_term|personal_cyber|coverage_details)$/

/** Says whether a quote record has fields that the specification does not name. */
export const hasUnknownFields = (data: Members): boolean =>
  Object.keys(data).some((name) => !KNOWN.test(name))

/** A quote record as a table describes it. All members must hold. */
interface GivenRecord {
  /** Patterns of values by JSON Pointers. */
  readonly at?: Readonly<Record<string, string>>
  readonly text?: string
  readonly unknownFields?: true
  readonly not?: GivenRecord
}

const isRecord = ({ at = {}, text, unknownFields, not }: GivenRecord, data: QuoteRecord): boolean =>
  valuesFit(at, data) &&
  (text === undefined || fits(text, JSON.stringify(data))) &&
  (!unknownFields || hasUnknownFields(data)) &&
  (not === undefined || !isRecord(not, data))

/** Members of the client whose value a table can change. */
type Settings = Partial<
  Pick<
    FakeClient,
    'pollMs' | 'most401' | 'tries' | 'bindBody' | 'bindsIn' | 'updatesIn' | 'passing' | 'journey'
  >
>

/** A member that has one value while circumstances hold, and its own otherwise. */
function replace<Name extends keyof FakeClient>(
  client: FakeClient,
  name: Name,
  holds: () => boolean,
  value: FakeClient[Name],
): void {
  const usual = client[name]
  Object.defineProperty(client, name, { get: () => (holds() ? value : usual), set: () => undefined })
}

const carefree = () =>
  new Agent({ connect: { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } })

/** Says whether the circumstances of a row hold. */
type When = (present?: Parameters<Course['holds']>[1]) => boolean

/** Defects by the member that names them in a row, with the value of that member. */
const OPERATORS = {
  sets(client, settings: Settings, when) {
    for (const name of Object.keys(settings) as (keyof Settings)[])
      replace(client, name, when, settings[name] as FakeClient[typeof name])
  },
  /** Headers with other values or without some. */
  sends(client, changes: Changes, when) {
    withHeaders(client, (headers) => (when() ? changed(headers, changes) : headers))
  },
  /** Token requests with other fields or without some. */
  asksForTokens(client, changes: Changes) {
    const usual = client.form.bind(client)
    client.form = () => changed(usual(), changes)
  },
  submits(client, changes: Changes) {
    const usual = client.submission.bind(client)
    client.submission = () => JSON.stringify(changed(JSON.parse(usual()), changes))
  },
  /** Texts in a submission by a pattern, and what it writes for them. */
  writes(client, [pattern, by]: readonly [string, string]) {
    const usual = client.submission.bind(client)
    client.submission = () => usual().replaceAll(new RegExp(pattern, 'gu'), by)
  },
  updatesWith(client, body: Members) {
    client.updateBody = () => JSON.stringify(body)
  },
  /** Fetches a new token for each request. */
  distrustsTokens(client, _: true, when) {
    const usual = client.isFresh.bind(client)
    client.isFresh = (operation) => !when({ operation }) && usual(operation)
  },
  trustsEveryCertificate(client, _: true, when) {
    replace(client, 'agent', when, carefree())
  },
  /** Sends what was answered or lost no second time. */
  triesOnce(client, _: true, when) {
    client.retries = (operation, _status, got) => !when({ operation, ...(got && { got }), isOver: true })
  },
  pausesMs(client, ms: number, when) {
    const usual = client.pauseMs.bind(client)
    client.pauseMs = (attempt) => (when() ? ms : usual(attempt))
  },
  /** Sends a request again once it is answered. */
  sendsAgain(client, _: true, when) {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await usual(sent)
      return when({ operation: sent.operation, got }) ? usual(sent) : got
    }
  },
  /** Ends at an answer. */
  endsAt(client, _: true, when) {
    const usual = client.persistently.bind(client)
    client.persistently = async (make) => {
      let operation: Operation = 'token'
      const got = await usual(() => {
        const sent = make()
        operation = sent.operation
        return sent
      })
      if (when({ operation, got })) throw new Refused(`${operation}: ${got.status}`)
      return got
    }
  },
  followsRedirects(client, _: true) {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await usual(sent)
      const to = got.headers.location
      return got.status >= 300 && got.status < 400 && typeof to === 'string'
        ? usual({ ...sent, url: to })
        : got
    }
  },
  /** Asks so long after a 409 again. */
  waitsOn409(client, ms: number, when) {
    const usual = client.on409.bind(client)
    client.on409 = () => (when() ? pause(ms) : usual())
  },
  crashesAt(client, state: string) {
    const usual = client.note.bind(client)
    client.note = (now) => {
      if (now === state) throw new TypeError(`unknown state ${now}`)
      return usual(now)
    }
  },
  /** Goes on polling at a state, often enough to be seen. */
  pollsOnAt(client, state: string) {
    const usual = client.isSettled.bind(client)
    let seen = 0
    client.isSettled = (now) => {
      if (now !== state) return usual(now)
      seen += 1
      return seen > 3
    }
  },
  /** Fails at quote records of a kind, wherever it reads more of them than their state. */
  cannotRead(client, record: GivenRecord) {
    const usual = client.read.bind(client)
    client.read = (envelope, operation) => {
      const data = usual(envelope, operation)
      if (operation !== 'bind' && operation !== 'update' && isRecord(record, data))
        throw new TypeError('it cannot be read')
      return data
    }
  },
  /** Ends with a code where something failed, and says nothing of it. */
  failsWith(client, code: number) {
    client.failed = () => code
  },
} as const satisfies Readonly<Record<string, (client: FakeClient, value: never, when: When) => void>>

/** An operator with its value, and the circumstances in which the defect shows; default: always. */
export type Change = Readonly<Record<string, unknown>> & { readonly when?: GivenCircumstance }

/** Changes a client as a row says. @throws RangeError where the operator is not known */
export function changeClient(client: FakeClient, { when = {}, ...given }: Change): void {
  const [name = '', value] = Object.entries(given)[0] ?? []
  const course = new Course(client)
  known(OPERATORS, name)(client, value as never, (present) => course.holds(when, present))
}
