import type { Exchange } from '../../../conformance/exchange.ts'
import type { CredentialsChoice, MadeClient } from '../../../conformance/ports/platform.ts'
import type { Insured } from '../../../generators/forms.ts'
import { OTHER_PARTNER } from '../vocabulary/access/asking.ts'
import { type PlatformContext, platformContext } from '../vocabulary/context.ts'
import type { SubmittedQuote } from '../vocabulary/quotes/quotes.ts'
import type { JourneyClients } from './clients.ts'
import type { JourneyEndpoints } from './endpoints.ts'
import type { HoldLock } from './hold-lock.ts'
import { Holds } from './holds.ts'

/** A partner with its current credentials. */
export interface Party {
  readonly name: 'own' | 'other'
  /** Sends everything with these credentials. */
  readonly context: PlatformContext
  credentials: Required<Pick<CredentialsChoice, 'token' | 'key'>>
  /** Asks for new tokens; default is that of the profile. */
  client?: MadeClient
}

/** One journey in progress; it records every exchange. */
export interface JourneyRun {
  readonly own: Party
  readonly other: Party
  readonly sent: Exchange[]
  readonly holds: Holds
  /** To be disposed of when it has ended. */
  readonly underWay: Disposable
  readonly endpoints: JourneyEndpoints | undefined
  /** Documents are opened with a PDF reader. */
  readonly opens: boolean
  readonly clients: JourneyClients | undefined
  /** The insured of all quotes whose insured is known. */
  readonly insured: Insured
  /** How many submissions each quote id was the answer to. */
  readonly made: Map<string, number>
  /** The quotes of all journeys. */
  readonly submitted: Set<SubmittedQuote>
  /** Quotes of which a second equal submission made no other one. */
  readonly reused: Set<string>
  /** Documents are downloaded as soon as an event announces them. */
  listens: boolean
}

/** Resources that all journeys of a scenario share. */
export interface SharedByJourneys {
  readonly opens: boolean
  readonly holdLock: HoldLock
  readonly endpoints: JourneyEndpoints | undefined
  readonly clients: JourneyClients | undefined
  readonly insured: Insured
  readonly made: Map<string, number>
  readonly submitted: Set<SubmittedQuote>
  readonly reused: Set<string>
  /** How many journeys have begun. */
  begun: number
}

export function beginRun(context: PlatformContext, { holdLock, ...shared }: SharedByJourneys): JourneyRun {
  const sent: Exchange[] = []
  const party = (name: Party['name'], credentials: Party['credentials']): Party => {
    const one = { credentials }
    const http: PlatformContext['http'] = {
      ...context.http,
      async send(call) {
        const exchange = await context.http.send({
          ...call,
          credentials: { ...one.credentials, ...call.credentials },
        })
        sent.push(exchange)
        return exchange
      },
    }
    return Object.assign(one, { name, context: platformContext({ ...context, http }, context.spec) })
  }
  return {
    own: party('own', { token: 'own', key: 'primary' }),
    other: party('other', OTHER_PARTNER),
    sent,
    holds: new Holds(context.operator, holdLock),
    underWay: holdLock.enter(),
    ...shared,
    listens: false,
  }
}
