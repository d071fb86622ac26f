import { render } from 'preact';
import { App } from './App';
import { followPage } from './page';
import { followRecording } from './flowTests';
import { follow } from './state';
import './style/page.css';
import './style/phone.css';
import './style/content.css';
import './style/panels.css';

followPage();
follow();
followRecording();
render(<App />, document.body);
