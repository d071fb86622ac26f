import { render } from 'preact';
import { App } from './App';
import { followPage } from './page';
import { followRecording } from './flowTests';
import { follow } from './state';

followPage();
follow();
followRecording();
render(<App />, document.body);
