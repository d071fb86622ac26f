// `npm run docs`: writes all pages of docs/ that are made from the code.
import './error-reference.mjs';
import './field-reference.mjs';
import './output-reference.mjs';
