import type { FastifyReply, FastifyRequest } from 'fastify'
import { markOfState } from '../../../web/digest.ts'
import type { Field, Typed } from '../../../web/fields.ts'
import { formOf } from '../../../web/form.ts'
import { type NavLink, type PageView, pageOf } from '../../../web/frame.ts'
import { type Html, html } from '../../../web/html.ts'
import { isRefresh } from '../../../web/live.ts'
import type { Given } from '../office/refusal.ts'
import type { Site } from './site.ts'

declare module 'fastify' {
  interface Session {
    /** Who is signed in at the partner portal; `mark` changes with the password. */
    member?: { readonly email: string; readonly mark: string }
    /** Who is signed in at the webhook portal by an account of its own. */
    account?: { readonly id: string; readonly mark: string }
    operator?: true
    /** Said on the next page, once. */
    notice?: string
  }
}

/** A form that was sent and not carried out: it is shown again with what was typed. */
export interface Failed {
  /** The path that it was sent to. */
  readonly action: string
  readonly status: number
  readonly typed: Typed
  readonly problems: Readonly<Record<string, string>>
  readonly problem?: string
}

/** The part of an operation that is needed to draw its form. */
interface Drawable {
  readonly path: string
  readonly button: string
  readonly fields?: readonly Field[] | ((visit: Visit) => readonly Field[])
  readonly danger?: true
  given(visit: Visit, params: Params): Given
  seen?(given: Given, visit: Visit): unknown
}

export type Params = Readonly<Record<string, string>>

/** A part of the portals, with pages of its own. */
export interface Area {
  readonly name: string
  readonly href: string
  nav(visit: Visit): readonly NavLink[]
  visitor(visit: Visit): Html | undefined
}

/** The content of a page, before area and frame. */
export type PageContent = Pick<PageView, 'title' | 'main'> & { readonly live?: true }

/** The path of a form: names after a colon are replaced by their values. */
const pathOf = (path: string, params: Params): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

export const formFieldsOf = ({ fields = [] }: Pick<Drawable, 'fields'>, visit: Visit): readonly Field[] =>
  typeof fields === 'function' ? fields(visit) : fields

/** One request of a browser for a page. */
export class Visit {
  readonly site: Site
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly failed: Failed | undefined

  constructor(site: Site, request: FastifyRequest, reply: FastifyReply, failed?: Failed) {
    this.site = site
    this.request = request
    this.reply = reply
    this.failed = failed
  }

  /** The path without its query. */
  get path(): string {
    return this.request.url.split('?')[0] ?? ''
  }

  get params(): Params {
    return (this.request.params ?? {}) as Params
  }

  /** A value of the query, or an empty text. */
  query(name: string): string {
    const value = (this.request.query as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? value : ''
  }

  /** The form of an operation, with the mark of the state that the visitor sees. */
  form(operation: Drawable, params: Params = {}, more: { typed?: Typed; label?: string } = {}): Html {
    const action = pathOf(operation.path, params)
    const given = operation.given(this, params)
    const failed = this.failed?.action === action ? this.failed : undefined
    return formOf({
      action,
      fields: formFieldsOf(operation, this),
      button: operation.button,
      hidden: {
        _csrf: this.reply.generateCsrf(),
        ...(operation.seen && { version: markOfState(operation.seen(given, this)) }),
        ...(this.query('next') !== '' && { next: this.query('next') }),
      },
      ...more,
      ...(failed && { typed: failed.typed, problems: failed.problems }),
      ...(failed?.problem !== undefined && { problem: failed.problem }),
      danger: operation.danger === true,
    })
  }

  /** Sends a page. */
  page(area: Area, content: PageContent): FastifyReply {
    const { session } = this.request
    const notice = isRefresh(this.request) ? undefined : session.notice
    if (notice !== undefined) delete session.notice
    const nav = area.nav(this)
    const visitor = area.visitor(this)
    const view: PageView = {
      ...{ area: area.name, areaHref: area.href, nav, path: this.path },
      title: content.title,
      main: content.main,
      ...(visitor && { visitor }),
      ...(notice !== undefined && { notice }),
      ...(content.live && { live: `${area.href}/live` }),
    }
    return this.reply
      .code(this.failed?.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(String(pageOf(view)))
  }

  /** Goes to another page, which then says what was done. */
  redirect(path: string, notice?: string): FastifyReply {
    if (notice !== undefined) this.request.session.notice = notice
    return this.reply.redirect(path, 303)
  }
}

/** A page that says why there is no other. */
export function failurePage(status: number, message: string, reply: FastifyReply): FastifyReply {
  const main = html`<p>${message}</p><p><a href="/">To the first page</a></p>`
  const title = status === 404 ? 'There is no such page' : 'This did not work'
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(String(pageOf({ title, area: 'Quote sandbox', areaHref: '/', nav: [], path: '', main })))
}
