export { reportHtml } from './page.ts'
