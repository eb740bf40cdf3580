import { raw } from 'hono/html'
import { type Html, html } from './html.ts'

export interface NavLink {
  readonly href: string
  readonly label: string
}

/** A whole page, before its frame. */
export interface PageView {
  readonly title: string
  /** The site and the part of it in which the page stands. */
  readonly area: string
  readonly areaHref: string
  readonly nav: readonly NavLink[]
  /** The path of this page: its link in the navigation is marked. */
  readonly path: string
  /** Stands at the end of the navigation: who is signed in, and how to sign out. */
  readonly visitor?: Html
  /** Says what was just done. */
  readonly notice?: string
  readonly main: Html
  /** Where the page learns that it is out of date; absent: it does not. */
  readonly live?: string
}

/** Where the files of the kit are served. */
export const ASSETS = '/assets/'

// The bundler of the package rewrites a template that has this text in it, by a helper that is not there.
const SCRIPT_END = raw('</script>')

/** The whole document of a page. */
export function pageOf(view: PageView): Html {
  const { title, area, areaHref, nav, path, visitor, notice, main, live } = view
  const here = longestMatch(nav, path)
  const links = nav.map(
    ({ href, label }) =>
      html`<li><a href="${href}"${href === here ? html` aria-current="page"` : html``}>${label}</a></li>`,
  )
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · ${area}</title><link rel="stylesheet" href="${ASSETS}style.css"><link rel="icon" href="data:,">
<script type="module" src="${ASSETS}web.js">${SCRIPT_END}</head>
<body${live === undefined ? html`` : html` data-live-from="${live}"`}>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="area"><a href="${areaHref}">${area}</a></p>${
    nav.length === 0 ? undefined : html`<nav aria-label="Pages"><ul>${links}</ul></nav>`
  }${visitor === undefined ? undefined : html`<div class="visitor">${visitor}</div>`}</header>
<main id="main" tabindex="-1"><h1>${title}</h1>
${notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`}
${main}</main>
<p id="live-note" class="unseen" role="status"></p></body></html>`
}

/** The link under which a page stands: its own, or that of the page above it. */
function longestMatch(nav: readonly NavLink[], path: string): string | undefined {
  return nav
    .map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .toSorted((one, other) => other.length - one.length)[0]
}
