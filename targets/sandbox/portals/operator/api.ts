import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { html } from '../../../../web/html.ts'
import { block } from '../../../../web/parts.ts'
import { rendered } from '../described.ts'
import type { Page } from '../operation.ts'
import { needOperator } from '../people.ts'
import { documentOf } from '../webhook/examples.ts'
import { operatorArea } from './area.ts'

const controlDescription = new URL('../../control/openapi.yaml', import.meta.url)

const api: Page = {
  area: operatorArea,
  path: '/operator/api',
  draw(visit) {
    needOperator(visit)
    const { controlUrl, controlSecret } = visit.site.facts()
    return {
      title: 'APIs',
      main: html`<h2>The control API</h2><p>It does what these pages do. Each request carries the secret in a header, for instance:</p>
${block(`curl -X POST -H 'x-control-secret: ${controlSecret}' ${controlUrl}/rating/hold`, 'example of a request')}
${rendered(parse(readFileSync(controlDescription, 'utf8')))}
<h2>The quote API</h2>${rendered(documentOf(visit.site.description))}`,
    }
  },
}

export const apiPages: readonly Page[] = [api]
