import { writeFileSync } from 'node:fs'
import { pages } from './pages.ts'

for (const [file, make] of Object.entries(pages))
  writeFileSync(new URL(`../../${file}`, import.meta.url), await make())
