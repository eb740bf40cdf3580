import { writeFileSync } from 'node:fs'
import { loadSpec } from '../../spec/index.ts'
import { claimsPage, PAGE } from './claims-page.ts'

const { requirements } = await loadSpec()
writeFileSync(PAGE, claimsPage(requirements))
