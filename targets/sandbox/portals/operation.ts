import type { FastifyInstance, FastifyReply } from 'fastify'
import { markOfState } from '../../../web/digest.ts'
import { type Field, readFields } from '../../../web/fields.ts'
import { localPath } from '../../../web/guards.ts'
import { type Given, Refusal } from '../office/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Site } from './site.ts'
import {
  type Area,
  type Failed,
  failurePage,
  formFieldsOf,
  type PageContent,
  type Params,
  Visit,
} from './visit.ts'

/** Somebody has to sign in first. */
export class SignInFirst extends Error {
  readonly at: string

  constructor(at: string) {
    super('sign in first')
    this.at = at
  }
}

/** A visitor tried too often. */
export class TooMany extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(`Too many attempts. Try again in ${seconds} seconds.`)
    this.seconds = seconds
  }
}

/** Draws one page. */
export interface Page {
  readonly area: Area
  readonly path: string
  /** @throws SignInFirst, Refusal */
  draw(visit: Visit): PageContent
}

/** Something that a form does. It is carried out by an action of the back office, as on the control API. */
export interface PortalOperation {
  /** Where its form is sent; names after a colon are parameters. */
  readonly path: string
  readonly button: string
  readonly fields?: readonly Field[] | ((visit: Visit) => readonly Field[])
  readonly danger?: true
  /**
   * Values for the action that the visitor may name; something of somebody else is not there.
   *
   * @throws SignInFirst, Refusal
   */
  given(visit: Visit, params: Params): Given
  /** The state that the visitor sees and decides on: where it has changed meanwhile, the form is shown anew instead. */
  seen?(given: Given, visit: Visit): unknown
  /** @throws Refusal, TooMany */
  act(given: Given, platform: Platform, visit: Visit): object | Promise<object>
  /** Goes on to another page, or shows what is shown only once. */
  done(answer: Readonly<Record<string, unknown>>, visit: Visit, given: Given): Done
  /** Where the form stands. */
  readonly page: Page
}

/** The page to go to, with what it says; or the content of this one. */
export type Done = { readonly to: string; readonly notice?: string } | PageContent

const STATUS = { invalid: 422, unknown: 404, conflict: 409 } as const

/** Adds a page to a part of the server. */
export function addPage(scope: FastifyInstance, page: Page, site: Site): void {
  scope.get(page.path, (request, reply) => {
    const visit = new Visit(site, request, reply)
    return guarded(visit, () =>
      site.platform.keeping.onlyReading(() => visit.page(page.area, page.draw(visit))),
    )
  })
}

/** Adds what a form does. */
export function addOperation(scope: FastifyInstance, operation: PortalOperation, site: Site): void {
  scope.post(operation.path, (request, reply) => {
    const visit = new Visit(site, request, reply)
    return guarded(visit, () => carryOut(operation, visit))
  })
}

async function guarded(
  visit: Visit,
  work: () => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFirst) {
      const from = visit.request.method === 'GET' ? visit.request.url : ''
      return visit.redirect(from === '' ? error.at : `${error.at}?next=${encodeURIComponent(from)}`)
    }
    if (error instanceof Refusal) return failurePage(STATUS[error.kind], sentence(error.message), visit.reply)
    throw error
  }
}

async function carryOut(operation: PortalOperation, visit: Visit): Promise<FastifyReply> {
  const { site, params, path } = visit
  const body = visit.request.body as Readonly<Record<string, unknown>> | undefined
  const owned = operation.given(visit, params)
  const { typed, problems } = readFields(formFieldsOf(operation, visit), body)
  const fail = (failed: Omit<Failed, 'action' | 'typed'>): FastifyReply => {
    const again = new Visit(site, visit.request, visit.reply, { action: path, typed, ...failed })
    return again.page(operation.page.area, operation.page.draw(again))
  }
  if (Object.keys(problems).length > 0) return fail({ status: 422, problems })
  if (operation.seen !== undefined && body?.version !== markOfState(operation.seen(owned, visit)))
    return fail({ status: 409, problems: {}, problem: CHANGED })
  try {
    // Values that the visitor owns win over what was typed.
    const given = { ...typed, ...owned }
    const answer = await operation.act(given, site.platform, visit)
    const done = operation.done(answer as Readonly<Record<string, unknown>>, visit, given)
    if ('main' in done) return visit.page(operation.page.area, done)
    return visit.redirect(localPath(body?.next, done.to), done.notice)
  } catch (error) {
    if (error instanceof TooMany) {
      visit.reply.header('retry-after', error.seconds)
      return fail({ status: 429, problems: {}, problem: error.message })
    }
    if (!(error instanceof Refusal)) throw error
    const said = sentence(error.message)
    const isField = formFieldsOf(operation, visit).some(({ name }) => name === error.at)
    return fail({
      status: STATUS[error.kind],
      ...(isField ? { problems: { [error.at ?? '']: said } } : { problems: {}, problem: said }),
    })
  }
}

const CHANGED =
  'This has changed since you opened the page. Here is how it is now; send it again if it is still right.'

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
