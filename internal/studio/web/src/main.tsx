import { createRoot } from "react-dom/client";
import { App } from "./app";
import { tellWhatIsCut } from "./parts/cut";
import { applyTheme } from "./state/theme";
import "./style/base.css";
import "./style/shell.css";
import "./style/explorer.css";
import "./style/views.css";
import "./style/world.css";
import "./style/time.css";
import "./style/breaks.css";
import "./style/constants.css";
import "./style/record.css";

applyTheme();
tellWhatIsCut(document);
createRoot(document.getElementById("root")!).render(<App />);
